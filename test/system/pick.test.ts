import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { jobsMade, type RealTerminal, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-pick');
afterEach(() => terminals.close());

/** Has what would be opened by the desktop noted; gives the paths. */
function withOpener(terminal: RealTerminal): () => string[] {
  const bin = join(terminal.home, 'bin');
  mkdirSync(bin);
  const opened = join(terminal.home, 'opened');
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
  terminal.type(`PATH="${bin}:$PATH"\n`);
  return () => readFileSync(opened, 'utf8').trim().split('\n');
}

/** The seeds of the items of a page, in their order. */
function itemsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/"seed":(\d+)/g)].map(([, seed]) => seed ?? '');
}

const block = /▀{20,}/;

describe('draft --pick, in a real terminal', () => {
  it('shows each take, opens their page, and makes the finals of those ticked once that is confirmed', async () => {
    const terminal = terminals.open(120, { COLORTERM: 'truecolor' });
    const opened = withOpener(terminal);
    terminal.run('draft "a fox" --takes 3 --duration 4 --pick -D out --sandbox');
    const asked = await terminal.until(/Enter finalizes/);
    expect(asked).toMatch(block);
    for (const take of ['take 1, seed', 'take 2, seed', 'take 3, seed']) expect(asked).toContain(take);
    terminal.press('Down');
    await terminal.until(/→\s+take 2/);
    expect(terminal.screen()).toContain('nothing is ticked: nothing is bought');
    terminal.press('o');
    await terminal.until(/page +opened/);
    const page = join(terminal.home, 'out', 'takes.html');
    expect(opened()).toEqual([page]);
    expect(itemsOf(page)).toEqual([1, 2, 3].map((take) => asked.match(`take ${take}, seed (\\d+)`)?.[1]));
    terminal.press('Space', 'Down', 'Space');
    await terminal.until(/→ ✓ take 3/);
    const ticked = terminal.screen();
    expect(ticked).toMatch(/ticked +take 2 \(seed \d+\), take 3 \(seed \d+\)\n/);
    expect(ticked).toContain(
      '2 finals, about $0.80 in all (the price list says $0.40 each; the sandbox’s prices are invented)',
    );
    expect(ticked).toContain('Enter goes on with 2 finals');
    terminal.press('Enter');
    await terminal.until(/Send 2 jobs, about \$0\.80 in all \(invented prices\)\? \(y\/N\)/);
    expect(jobsMade(terminal)).toBe(3);
    terminal.press('y', 'Enter');
    const after = await terminal.until(/ended 0/);
    expect(after).toContain('take 2, take 3');
    expect(readdirSync(join(terminal.home, 'out')).filter((name) => name.endsWith('.mp4'))).toHaveLength(5);
  });

  const leaving: [string, string[]][] = [
    ['Enter with nothing chosen', ['Enter']],
    ['an arrow and Enter', ['Down', 'Enter']],
    ['Esc after a tick', ['Space', 'Escape']],
  ];
  it.each(sample(leaving, () => 'a take', 3))(
    '%s pays for nothing, and says how a draft is finalized later',
    async (_, keys) => {
      const terminal = terminals.open(100, { NO_COLOR: '1' });
      terminal.run('draft "a fox" --takes 2 --duration 4 --pick -D out --sandbox');
      await terminal.until(/Enter finalizes none/);
      terminal.press(...keys);
      const after = await terminal.until(/ended 0/);
      expect(after).toContain('No final was made or paid for; the drafts stay.');
      expect(after.match(/genctl finalize job_\w+ --dir out/g)).toHaveLength(2);
      expect(jobsMade(terminal)).toBe(2);
    },
  );

  it('where the finals may cost too much, the line that is told makes them of the drafts that are there', async () => {
    const terminal = terminals.open(100, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --duration 4 --pick -D out --sandbox --max-cost 0.3');
    await terminal.until(/Enter finalizes/);
    terminal.press('Space', 'Enter');
    await terminal.until(/\(y\/N\)/);
    terminal.press('y', 'Enter');
    const after = await terminal.until(/ended 2/);
    expect(after).toMatch(/→ genctl finalize job_\w+ --dir out/);
    expect(after).not.toContain('→ genctl draft');
    expect(jobsMade(terminal)).toBe(1);
  });

  it.each(sample([['n', 'Enter'], ['Escape'], ['C-c']], () => 'a confirmation', 3))(
    '%s instead of the confirmation keeps the ticks in one line that finalizes them later',
    async (...keys) => {
      const terminal = terminals.open(100, { NO_COLOR: '1' });
      terminal.run('draft "a fox" --takes 3 --duration 4 --seed 7 --pick -D out --sandbox');
      await terminal.until(/Enter finalizes none/);
      // Joined, as a path may be longer than the screen is wide.
      const [, ...ticked] = terminal.screen('-J').match(/job_\w+(?= *$)/gm) ?? [];
      terminal.press('Down', 'Space', 'Down', 'Space', 'Enter');
      await terminal.until(/Send 2 jobs, about \$0\.80 in all \(invented prices\)\? \(y\/N\)/);
      terminal.press(...keys);
      await terminal.until(/ended (0|130)/);
      const lines = terminal.screen('-J').match(/genctl finalize .*/g);
      expect(lines).toEqual([`genctl finalize ${ticked.join(' ')} --dir out`]);
      expect(jobsMade(terminal)).toBe(3);
    },
  );

  it('Ctrl-C at the takes leaves the drafts at home with the lines that finalize them; without pictures a key for their page is named, which is not there yet', async () => {
    const terminal = terminals.open(60, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --takes 2 --duration 4 --pick -D out --sandbox');
    const asked = await terminal.until(/Enter finalizes none/);
    expect(asked).not.toMatch(block);
    expect(terminal.screen('-J')).toContain('Press o to see them on a page');
    terminal.press('Space', 'C-c');
    await terminal.until(/ended 130/);
    expect(terminal.screen('-J').match(/→ genctl finalize job_\w+ --dir out/g)).toHaveLength(2);
    expect(terminal.screen()).toMatch(/→ genctl finalize --dir out\n/);
    const left = readdirSync(join(terminal.home, 'out'));
    expect(left.filter((name) => name.endsWith('.mp4'))).toHaveLength(2);
    expect(left.filter((name) => name.endsWith('.html'))).toEqual([]);
    expect(jobsMade(terminal)).toBe(2);
  });
});

describe('draft --pick before its takes are here, in a real terminal', () => {
  it('Ctrl-C leaves the line that goes on with them, and the one that leads back to picking', async () => {
    const terminal = terminals.open(100, { NO_COLOR: '1', GENCTL_SANDBOX_SPEED: '0.1' });
    terminal.run('draft "a fox" --takes 2 --duration 4 --pick -D out --sandbox');
    await terminal.until(/queued|running/);
    terminal.press('C-c');
    expect(await terminal.until(/ended 130/)).toMatch(
      /→ genctl wait job_\w+ job_\w+ --dir out\n +→ then, to pick of them: genctl finalize --dir out\n/,
    );
  });
});

describe('a preview', () => {
  it('is a frame of each file under what is said of the job', async () => {
    const terminal = terminals.open(100, { COLORTERM: 'truecolor' });
    terminal.run('submit "a fox" -m vendor-a/image-1 --set size=256x128 -D out -q --sandbox');
    await terminal.until(/ended 0/);
    terminal.type('clear\n');
    await terminal.until(/^\$ *$/);
    terminal.run('show @last --preview');
    const shown = await terminal.until(/ended 0/);
    expect(shown).toMatch(block);
    expect(shown).toMatch(/a-fox-\w{8}-1\.png/);
  });
});

describe('batch --pick, in a real terminal', () => {
  /** A manifest of so many drafts, of which the second fails. */
  function manifest({ home }: RealTerminal, count: number): void {
    const lines = Array.from({ length: count }, (_, at) => {
      const prompt = at === 1 ? 'sandbox:provider_failed a fox' : 'a fox';
      return JSON.stringify({
        id: `s${at + 1}`,
        command: 'draft',
        prompt,
        seed: at,
        duration: 4,
        scene: 'brook',
      });
    });
    writeFileSync(join(home, 'drafts.jsonl'), `${lines.join('\n')}\n`);
  }

  it('lists the finals of the drafts that are ticked, which one line renders, once', async () => {
    const terminal = terminals.open(120, { NO_COLOR: '1' });
    manifest(terminal, 4);
    terminal.run('batch drafts.jsonl --pick -D out --sandbox');
    const first = await terminal.until(/Enter lists none/);
    expect(first).not.toMatch(block);
    terminal.press('Space', 'Down', 'Space', 'Enter');
    const after = await terminal.until(/ended 5/);
    expect(after.replace(/\s+/g, ' ')).toContain(
      'drafts.sandbox.finals.jsonl has 2 finals, about $0.80 in all (the price list says $0.40 each; the sandbox’s prices are invented); nothing of it was sent or paid for.',
    );
    expect(jobsMade(terminal)).toBe(4);
    const written = readFileSync(join(terminal.home, 'drafts.sandbox.finals.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { id: 's1', command: 'finalize', draft: expect.stringMatching(/^job_/), scene: 'brook' },
      { id: 's3', command: 'finalize', draft: expect.stringMatching(/^job_/), scene: 'brook' },
    ]);
    const line = /→ genctl (batch drafts\.sandbox\.finals\.jsonl .*)/.exec(terminal.screen('-J'))?.[1] ?? '';
    expect(line).toBe('batch drafts.sandbox.finals.jsonl --dir out/finals --sandbox');
    for (const ends of [/done, took[\s\S]*ended 0/, /charged \$0\.00 in this run[\s\S]*ended 0/]) {
      terminal.type('clear\n');
      await terminal.until(/^\$ *$/);
      terminal.run(line);
      await terminal.until(ends);
      expect(jobsMade(terminal)).toBe(6);
    }
  });

  const leaving: [string, string[], number][] = [
    ['Enter with nothing ticked', ['Enter'], 0],
    ['Esc after a tick', ['Space', 'Escape'], 0],
    ['Ctrl-C after a tick', ['Space', 'C-c'], 130],
  ];
  it.each(sample(leaving, () => 'a batch', 3))('%s writes nothing', async (_, keys, code) => {
    const terminal = terminals.open(100, { NO_COLOR: '1' });
    manifest(terminal, 1);
    terminal.run('batch drafts.jsonl --pick -D out --sandbox');
    await terminal.until(/Enter lists none/);
    terminal.press(...keys);
    await terminal.until(new RegExp(`ended ${code}`));
    expect(terminal.screen('-J')).toMatch(/→ genctl batch drafts\.jsonl --pick --dir out --sandbox/);
    expect(readdirSync(terminal.home).filter((name) => name.includes('finals'))).toEqual([]);
    expect(jobsMade(terminal)).toBe(1);
  });

  it('asks at once where the drafts are here, refuses lines that make none, and leaves an earlier list alone', async () => {
    const terminal = terminals.open(100, { NO_COLOR: '1' });
    manifest(terminal, 1);
    terminal.run('batch drafts.jsonl -D out --sandbox');
    await terminal.until(/ended 0/);
    terminal.run('batch drafts.jsonl --pick -D out --sandbox');
    await terminal.until(/1 done[\s\S]*Enter lists none/);
    terminal.press('Space', 'Enter');
    await terminal.until(/has 1 final,[\s\S]*ended 0/);
    terminal.run('batch drafts.jsonl --pick -D out --sandbox');
    expect(await terminal.until(/ended 2/)).toContain('already exists');
    writeFileSync(
      join(terminal.home, 'mixed.jsonl'),
      '{"id":"a","prompt":"a fox","model":"vendor-b/video-2.5"}\n',
    );
    terminal.run('batch mixed.jsonl --pick --sandbox');
    expect(await terminal.until(/ended 2[\s\S]*ended 2/)).toContain('Line 1 (a): the line makes no draft');
    expect(jobsMade(terminal)).toBe(1);
  });
});
