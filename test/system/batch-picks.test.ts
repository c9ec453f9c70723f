import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { jobsMade, type RealTerminal, realTerminals } from './real-terminal.ts';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const terminals = realTerminals('genctl-batch-picks');
afterEach(() => terminals.close());

/** A terminal with a manifest of so many drafts, each with its final, and a line that waits for the last final. */
function withFilm(drafts: number): RealTerminal {
  const terminal = terminals.open(100, { NO_COLOR: '1' });
  const lines = Array.from({ length: drafts }, (_, at) => [
    { id: `s${at + 1}`, command: 'draft', prompt: `shot ${at + 1}`, duration: 4, seed: at + 1 },
    { id: `s${at + 1}-final`, command: 'finalize', draft: `@s${at + 1}` },
  ]).flat();
  const last = { id: 'end', prompt: 'the end', ref_video: `@s${drafts}-final`, duration: 4 };
  const text = [...lines, last].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(terminal.home, 'film.jsonl'), text);
  return terminal;
}

const words = [
  'batch',
  'film.jsonl',
  '-m',
  'vendor-b/video-2.5',
  '-D',
  'out',
  '--in-flight',
  '1',
  '--sandbox',
];
const line = words.join(' ');

/** Runs the same where nobody can be asked, and gives the document of the run. */
function runAgain({ home }: RealTerminal, ...more: string[]): Record<string, unknown> {
  const out = execFileSync(process.execPath, [binary, ...words, '--json', ...more], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl'), GENCTL_SANDBOX_SPEED: 'instant' },
  });
  return JSON.parse(out) as Record<string, unknown>;
}

describe('batch --pick of a manifest with drafts and finals, in a real terminal', () => {
  it('shows the drafts, sends the finals of those ticked with what waits for them, and says what is left', async () => {
    const terminal = withFilm(2);
    terminal.run(`${line} --pick`);
    await terminal.until(/Enter finalizes none/);
    expect(jobsMade(terminal)).toBe(2);
    terminal.press('Down', 'Space', 'Enter');
    await terminal.until(
      /Send 1 final and 1 line that depends on it, about \$0\.40 \(invented prices\)\? \(y\/N\)/,
    );
    expect(jobsMade(terminal)).toBe(2);
    terminal.press('y', 'Enter');
    const after = await terminal.until(/ended 0/);
    expect(after).toContain('batch film: 5 lines, 1 new, 1 waiting for others, 1 to be picked, 2 done');
    expect(after).toContain('1 draft to pick: s1; 1 line depends on it, not sent or paid for');
    expect(jobsMade(terminal)).toBe(4);
    terminal.type('clear\n');
    terminal.run(`${line} --pick`);
    await terminal.until(/Enter finalizes none/);
    expect(terminal.screen()).not.toContain('shot 2');
    terminal.press('Escape');
    await terminal.until(/1 draft to pick: s1[\s\S]*ended 0/);
    expect(jobsMade(terminal)).toBe(4);
    expect(runAgain(terminal)).toMatchObject({ done: 5, held: 0 });
  });

  it.each(sample(['C-c', 'Enter'], () => 'a key', 2))(
    '%s at the question that confirms leaves nothing picked or paid for',
    async (key) => {
      const terminal = withFilm(1);
      terminal.run(`${line} --pick`);
      await terminal.until(/Enter finalizes none/);
      terminal.press('Space', 'Enter');
      await terminal.until(/\(y\/N\)/);
      terminal.press(key);
      const after = await terminal.until(/ended \d/);
      expect(after).toMatch(
        key === 'C-c' ? /No final was sent or paid for[\s\S]*ended 130/ : /1 draft to pick: s1[\s\S]*ended 0/,
      );
      expect(runAgain(terminal, '--pick')).toMatchObject({ done: 1, held: 2 });
    },
  );

  it('killed after the choice sends what was picked without asking again, once each', async () => {
    const drafts = 6;
    const terminal = withFilm(drafts);
    terminal.type(`(echo $BASHPID > pid; exec node '${binary}' ${line} --pick); echo "ended $?"\n`);
    await terminal.until(/Enter finalizes none/);
    terminal.press('Space', 'Down', 'Space', 'Down', 'Space', 'Down', 'Space', 'Down', 'Space', 'Enter');
    await terminal.until(/Send 5 finals, about \$2\.00 in all \(invented prices\)\? \(y\/N\)/);
    terminal.press('y', 'Enter');
    const journal = join(terminal.home, 'film.jsonl.film.sandbox.genctl.ndjson');
    const picks = (): number =>
      existsSync(journal) ? (readFileSync(journal, 'utf8').match(/"event":"picked"/g) ?? []).length : 0;
    while (picks() < 5) await delay(5);
    process.kill(Number(readFileSync(join(terminal.home, 'pid'), 'utf8')), 'SIGKILL');
    await terminal.until(/ended 137/);
    expect(jobsMade(terminal)).toBeLessThan(drafts + 5);
    const again = runAgain(terminal, '--pick');
    expect(again).toMatchObject({ done: drafts + 5, held: 2, to_pick: { drafts: [{ id: 's6' }] } });
    expect(jobsMade(terminal)).toBe(drafts + 5);
  });
});
