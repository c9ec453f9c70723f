/**
 * What the commands that look at many jobs cost with a large ledger, beside the same with 100 jobs: time on the processor, which a
 * shared machine disturbs least, and peak memory, in interleaved rounds of one run. Prints a table; asserts nothing.
 *
 *     npm run bench:ledger [jobs] [rounds]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeLargeLedger } from './large-ledger.ts';

const jobs = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 7);
const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const folder = mkdtempSync(join(tmpdir(), 'genctl-bench-'));
const usageHook = join(folder, 'usage.cjs');
writeFileSync(
  usageHook,
  `process.on('exit', () => {
    const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
    process._rawDebug('usage ' + (systemCPUTime + userCPUTime) / 1000 + ' ' + maxRSS / 1024);
  });\n`,
);
const environment: NodeJS.ProcessEnv = { ...process.env };
// Where it is set it adds 32 ms to each start of Node 20 and hides what is measured here.
delete environment.NODE_EXTRA_CA_CERTS;
delete environment.NODE_OPTIONS;

const homes = { large: join(folder, 'large'), small: join(folder, 'small') };
writeLargeLedger({ home: homes.large, jobs });
writeLargeLedger({ home: homes.small, jobs: 100 });

/** What is measured, and what is to be reached: a ratio to the same with 100 jobs, or an amount of its own. */
const cases: readonly { words: readonly string[]; goal: string }[] = [
  { words: ['costs'], goal: '≤ 500 ms, ≤ 80 MiB' },
  { words: ['costs', '--by', 'model'], goal: '≤ 500 ms, ≤ 80 MiB' },
  { words: ['jobs', '--limit', '20'], goal: '≤ 1.05' },
  { words: ['jobs', '--status', 'running', '-q'], goal: 'an index, and no record' },
  { words: ['jobs', '--tag', 'client', '-q'], goal: 'an index, and no record' },
  { words: ['jobs', '--grep', 'fox', '-q'], goal: '≤ 1.05' },
  { words: ['jobs', '--grep', 'nowhere', '-q'], goal: 'bounded memory' },
  { words: ['show', '@last', '-q'], goal: '≤ 1.05' },
  { words: ['show', 'job_f', '-q'], goal: '≤ 1.05' },
  { words: ['__complete', 'job', 'job_'], goal: '≤ 1.05' },
  { words: ['__complete', 'batch', ''], goal: '≤ 1.05' },
  { words: ['jobs', '--json', '--limit', String(jobs)], goal: 'bounded memory' },
];

interface Usage {
  /** Time on the processor. Unit: ms. */
  ms: number;
  /** Peak. Unit: MiB. */
  mib: number;
}

function usageOf(home: string, words: readonly string[]): Usage {
  const ended = spawnSync(process.execPath, ['--require', usageHook, binary, ...words], {
    env: { ...environment, GENCTL_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [, ms, mib] = /^usage (\S+) (\S+)$/m.exec(ended.stderr.toString()) ?? [];
  return { ms: Number(ms), mib: Number(mib) };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function line(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(32)}${cells.map((cell) => cell.padStart(12)).join('')}\n`;
}

process.stdout.write(line(`${jobs} jobs`, 'ms', 'of 100 jobs', 'peak MiB', 'goal'));
const first = usageOf(homes.large, ['costs']);
process.stdout.write(line('costs, the first time', first.ms.toFixed(0), '', first.mib.toFixed(0)));
for (const { words, goal } of cases) {
  const pairs = Array.from({ length: rounds }, () => ({
    large: usageOf(homes.large, words),
    small: usageOf(homes.small, words),
  }));
  const ms = median(pairs.map(({ large }) => large.ms));
  const ratio = median(pairs.map(({ large, small }) => large.ms / small.ms));
  const mib = Math.max(...pairs.map(({ large }) => large.mib));
  const cells = [ms.toFixed(0), ratio.toFixed(2), mib.toFixed(0), `  ${goal}`];
  process.stdout.write(line(words.join(' '), ...cells));
}
rmSync(folder, { recursive: true, force: true });
