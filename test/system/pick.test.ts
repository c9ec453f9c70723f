import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-pick');
afterEach(() => terminals.close());

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
    terminal.press('Enter');
    const after = await terminal.until(/ended 0/);
    expect(after).toContain('take 2, take 3');
    expect(readdirSync(join(terminal.home, 'out')).filter((name) => name.endsWith('.mp4'))).toHaveLength(5);
    expect(readFileSync(opened, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('leaves the drafts at home when it is left, and draws nothing without colours', async () => {
    const terminal = terminals.open(60, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --takes 2 --duration 4 --pick -D out --sandbox');
    const asked = await terminal.until(/Enter finalizes/);
    expect(asked).not.toMatch(block);
    terminal.press('C-c');
    await terminal.until(/ended 130/);
    expect(readdirSync(join(terminal.home, 'out')).filter((name) => name.endsWith('.mp4'))).toHaveLength(2);
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
