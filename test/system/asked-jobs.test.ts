import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { jobsMade, type RealTerminal, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-asked');
afterEach(() => terminals.close());

/** What was on the screen before is no end of the next line. */
async function cleared(terminal: RealTerminal): Promise<void> {
  terminal.type('clear\n');
  await terminal.until(/^\$$/);
}

async function answered(terminal: RealTerminal, line: string, answer: 'y' | 'n'): Promise<string> {
  await cleared(terminal);
  terminal.run(line);
  await terminal.until(/Send \d+ jobs, [^?]*\? \(y\/N\)/);
  const before = terminal.screen();
  terminal.press(answer, 'Enter');
  await terminal.until(/ended \d/);
  return before;
}

async function unasked(terminal: RealTerminal, line: string): Promise<string> {
  await cleared(terminal);
  terminal.run(line);
  const screen = await terminal.until(/ended 0/);
  expect(screen).not.toContain('(y/N)');
  return screen;
}

const clip = '-m vendor-b/video-2.5 --duration 4 --sandbox';

describe('more than eight new jobs, in a real terminal', () => {
  const asking = [
    `submit "a fox" ${clip} --takes 9`,
    `submit "a fox" ${clip} --vary seed=1..9`,
    'draft "a fox" --takes 9 --sandbox',
  ];
  it.each(sample(asking, () => 'a line', 3))('are asked about before the first is sent: %s', async (line) => {
    const terminal = terminals.open(100);
    await answered(terminal, line, 'n');
    expect(await terminal.until(/ended 2/)).toContain('You declined 9 jobs; nothing was sent');
    expect(jobsMade(terminal)).toBe(0);
    await answered(terminal, line, 'y');
    await terminal.until(/ended 0/);
    expect(jobsMade(terminal)).toBe(9);
    await unasked(terminal, line.replace('9', '8'));
    await unasked(terminal, `${line} --yes`);
    await unasked(terminal, `${line} --dry-run`);
    expect(jobsMade(terminal)).toBe(26);
  });

  it('of a name are those that it has no job for', async () => {
    const terminal = terminals.open(100);
    const line = (takes: number): string => `submit "a fox" ${clip} --once fox --takes ${takes}`;
    await unasked(terminal, line(8));
    expect(await unasked(terminal, line(9))).toContain('1 new job of 9, about $');
    await answered(terminal, line(18), 'n');
    expect(jobsMade(terminal)).toBe(9);
  });

  it('of a manifest are those that are still to be sent', async () => {
    const terminal = terminals.open(100);
    const path = join(terminal.home, 'shots.csv');
    const rows = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, place) => `s${from + place},a fox\n`).join('');
    writeFileSync(path, `id,prompt\n${rows(0, 9)}`);
    const line = `batch shots.csv ${clip}`;
    await unasked(terminal, `${line} --dry-run`);
    const asked = await answered(terminal, line, 'n');
    expect(asked).toContain('9 jobs, about $');
    expect(await terminal.until(/ended 2/)).toContain('You declined 9 jobs; nothing was sent');
    expect(jobsMade(terminal)).toBe(0);
    await answered(terminal, line, 'y');
    await terminal.until(/ended 0/);
    appendFileSync(path, rows(9, 11));
    expect(await unasked(terminal, line)).toMatch(/2 new jobs of 11, about \$\d/);
    appendFileSync(path, rows(11, 20));
    await answered(terminal, line, 'n');
    expect(jobsMade(terminal)).toBe(11);
  });
});
