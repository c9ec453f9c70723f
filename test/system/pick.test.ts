import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type RealTerminal, realTerminals } from './real-terminal.ts';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const terminals = realTerminals('genctl-pick');
afterEach(() => terminals.close());

/** Jobs that the ledger of the terminal's home knows of. */
function jobsMade({ home }: RealTerminal): number {
  const listed = execFileSync(process.execPath, [binary, 'jobs', '--json'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl') },
  });
  return JSON.parse(listed).items.length;
}

const block = /▀{20,}/;

describe('draft --pick, in a real terminal', () => {
  it('shows each take, opens what is asked for, and makes the finals of those chosen', async () => {
    const terminal = terminals.open(120, { COLORTERM: 'truecolor' });
    const bin = join(terminal.home, 'bin');
    mkdirSync(bin);
    const opened = join(terminal.home, 'opened');
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
    terminal.type(`PATH="${bin}:$PATH"`);
    terminal.press('Enter');
    terminal.run('draft "a fox" --takes 3 --duration 4 --pick -D out --sandbox');
    const asked = await terminal.until(/Enter finalizes/);
    expect(asked).toMatch(block);
    for (const take of ['take 1, seed', 'take 2, seed', 'take 3, seed']) expect(asked).toContain(take);
    terminal.press('Down');
    await terminal.until(/→\s+take 2/);
    terminal.press('o', 'Space', 'Down', 'Space');
    await terminal.until(/→ ✓ take 3/);
    expect(terminal.screen()).toContain('Enter pays for 2 finals');
    terminal.press('Enter');
    const after = await terminal.until(/ended 0/);
    expect(after).toContain('take 2, take 3');
    expect(readdirSync(join(terminal.home, 'out')).filter((name) => name.endsWith('.mp4'))).toHaveLength(5);
    expect(readFileSync(opened, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['Enter with nothing chosen', ['Enter']],
    ['an arrow and Enter', ['Down', 'Enter']],
    ['Esc after a choice', ['Space', 'Escape']],
  ])('%s pays for nothing, and says how a draft is finalized later', async (_, keys) => {
    const terminal = terminals.open(100, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --takes 2 --duration 4 --pick -D out --sandbox');
    await terminal.until(/Enter finalizes none/);
    terminal.press(...keys);
    const after = await terminal.until(/ended 0/);
    expect(after).toContain('No final was made or paid for; the drafts stay.');
    expect(after.match(/genctl finalize job_\w+ --dir out/g)).toHaveLength(2);
    expect(jobsMade(terminal)).toBe(2);
  });

  it('Ctrl-C leaves the drafts at home with the lines that finalize them, and draws nothing without colours', async () => {
    const terminal = terminals.open(60, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --takes 2 --duration 4 --pick -D out --sandbox');
    const asked = await terminal.until(/Enter finalizes none/);
    expect(asked).not.toMatch(block);
    terminal.press('Space', 'C-c');
    await terminal.until(/ended 130/);
    expect(terminal.screen('-J').match(/→ genctl finalize job_\w+ --dir out/g)).toHaveLength(2);
    expect(readdirSync(join(terminal.home, 'out')).filter((name) => name.endsWith('.mp4'))).toHaveLength(2);
    expect(jobsMade(terminal)).toBe(2);
  });
});

describe('finalize without an id, in a real terminal', () => {
  it('Enter alone buys nothing; an arrow and Enter make the final of the draft that is named', async () => {
    const terminal = terminals.open(100, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --duration 4 -w -q --sandbox');
    await terminal.until(/ended 0/);
    terminal.run('finalize');
    const asked = await terminal.until(/Enter pays for that final; Esc leaves/);
    expect(asked).not.toContain('→');
    terminal.press('Enter', 'Enter');
    terminal.press('Down');
    await terminal.until(/→ job_\w+ +a fox/);
    expect(jobsMade(terminal)).toBe(1);
    terminal.press('Enter');
    await terminal.until(/ended 0[\s\S]*ended 0/);
    expect(jobsMade(terminal)).toBe(2);
  });

  it.each(['Escape', 'C-c'])('%s leaves with nothing bought', async (key) => {
    const terminal = terminals.open(100, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --duration 4 -w -q --sandbox');
    await terminal.until(/ended 0/);
    terminal.run('finalize');
    await terminal.until(/Esc leaves/);
    terminal.press('Down', key);
    const after = await terminal.until(/ended 130/);
    expect(after).toContain('No final was made or paid for; the drafts stay.');
    expect(jobsMade(terminal)).toBe(1);
  });
});

describe('a preview', () => {
  it('is a frame of each file under what is said of the job', async () => {
    const terminal = terminals.open(100, { COLORTERM: 'truecolor' });
    terminal.run('submit "a fox" -m vendor-a/image-1 --set size=256x128 -D out -q --sandbox');
    await terminal.until(/ended 0/);
    terminal.type('clear');
    terminal.press('Enter');
    terminal.run('show @last --preview');
    const shown = await terminal.until(/ended 0/);
    expect(shown).toMatch(block);
    expect(shown).toMatch(/job_\w+-1\.png/);
  });
});
