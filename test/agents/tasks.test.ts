import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { whyNotRead } from '../mends/read-line.ts';
import { shellWords } from '../shell-words.ts';

interface Task {
  name: string;
  goal: string;
  setup: string[];
  check: string;
  jobs: number;
  usd: number;
}

const tasks: Task[] = JSON.parse(readFileSync(new URL('tasks.json', import.meta.url), 'utf8'));
const tally = readFileSync(new URL('README.md', import.meta.url), 'utf8');

it('are thirty, each with a name of its own, a goal in one sentence and a row in the tally', () => {
  const names = tasks.map(({ name }) => name);
  expect(new Set(names).size).toBe(30);
  expect(names.filter((name) => !tally.includes(`| ${name} |`))).toEqual([]);
  expect(tasks.filter(({ goal }) => /\.\s/.test(goal) || !goal.endsWith('.'))).toEqual([]);
});

it.each(tasks)('$name: its commands can be read', async ({ setup, check, jobs, usd }) => {
  for (const line of [...setup, check].flatMap(commandsIn)) {
    const words = shellWords(line);
    expect(words, line).toBeDefined();
    expect(await whyNotRead((words ?? []).slice(1)), line).toBeUndefined();
  }
  // A job that nothing may be paid for is one that never ends.
  expect(jobs).toBeGreaterThanOrEqual(usd > 0 ? 1 : 0);
});

/** The command lines of genctl in a line of a shell, up to what ends each there. */
function commandsIn(line: string): string[] {
  return line.match(/(?<=^|&& |\(|until )genctl (?:'[^']*'|[^'|&>)])*/g) ?? [];
}
