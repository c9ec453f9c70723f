/**
 * What the commands that look at many jobs cost as the ledger grows, beside the same with 100 jobs.
 */
import { join } from 'node:path';
import { writeLargeLedger } from './large-ledger.ts';
import { genctl, peakMib, usageOf } from './measured.ts';
import { line, median } from './table.ts';

const sizes = [100, 10_000, 100_000] as const;

/** What is measured, and what is to be reached: a ratio to the same with 100 jobs, or an amount of its own. */
const cases: readonly { words: readonly string[]; goal: string; ends?: number }[] = [
  { words: ['costs'], goal: '≤ 500 ms, ≤ 80 MiB' },
  { words: ['costs', '--by', 'model'], goal: '≤ 500 ms, ≤ 80 MiB' },
  { words: ['jobs', '--limit', '20'], goal: '≤ 1.05' },
  { words: ['jobs', '--status', 'running', '-q'], goal: 'an index, and no record' },
  { words: ['jobs', '--tag', 'client', '-q'], goal: 'an index, and no record' },
  { words: ['jobs', '--grep', 'fox', '-q'], goal: '≤ 1.05' },
  { words: ['jobs', '--grep', 'nowhere', '-q'], goal: 'bounded memory' },
  { words: ['show', '@last', '-q'], goal: '≤ 1.05' },
  // Many jobs begin so, and it says which.
  { words: ['show', 'job_f', '-q'], goal: '≤ 1.05', ends: 2 },
  { words: ['__complete', 'genctl wait job_'], goal: '≤ 1.05' },
  { words: ['__complete', 'genctl jobs --batch '], goal: '≤ 1.05' },
  { words: ['jobs', '--json', '--limit', '100000'], goal: 'bounded memory' },
];

/** The first look at many jobs makes the index, which the rows after it have. */
export async function benchLedger(folder: string, rounds: number): Promise<void> {
  const envOf = (jobs: number) => ({ GENCTL_HOME: join(folder, `ledger-${jobs}`) });
  process.stdout.write(
    `\n${line('ledger', ...sizes.map((jobs) => `${jobs}, ms`), 'ratio', 'peak MiB', 'goal')}`,
  );
  const first = [];
  for (const jobs of sizes) {
    writeLargeLedger({ home: envOf(jobs).GENCTL_HOME, jobs });
    first.push(await usageOf(genctl('costs'), { env: envOf(jobs) }));
  }
  process.stdout.write(line('genctl costs, the first time', ...first.map(({ cpuMs }) => cpuMs.toFixed(0))));
  for (const { words, goal, ends = 0 } of cases) {
    const taken: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ms: number[] = [];
      for (const jobs of sizes) ms.push((await usageOf(genctl(...words), { env: envOf(jobs), ends })).cpuMs);
      taken.push(ms);
    }
    const ratio = median(taken.map((ms) => (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN)));
    const peak = await peakMib(genctl(...words), { env: envOf(sizes[2]), ends });
    const cells = sizes.map((_, at) => median(taken.map((ms) => ms[at] ?? Number.NaN)).toFixed(0));
    process.stdout.write(
      line(`genctl ${words.join(' ')}`, ...cells, ratio.toFixed(2), peak?.toFixed(0) ?? '', `  ${goal}`),
    );
  }
}
