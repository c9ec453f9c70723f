/**
 * Costs of the built program, beside what a person would use instead and as ratios to it, taken in interleaved rounds of one run:
 * shared machines drift, ratios hold. Prints tables; asserts nothing. Start it with nothing else running.
 *
 *     npm run bench [-- PART …] [ROUNDS]
 *
 * PART is starts, submits, ledger, writers, waiting, files, folder or renders; all of them unless given. GENCTL_BENCH_NODE=PATH measures on another Node.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchFiles } from './files.ts';
import { benchFolder } from './folder.ts';
import { benchLedger } from './ledger.ts';
import { node } from './measured.ts';
import { benchRenders } from './renders.ts';
import { benchStarts } from './starts.ts';
import { benchSubmits } from './submits.ts';
import { benchWaiting } from './waiting.ts';
import { benchWriters } from './writers.ts';

const words = process.argv.slice(2);
const rounds = words.map(Number).find((number) => number > 0) ?? 15;
const wanted = words.filter((word) => Number.isNaN(Number(word)));
const folder = mkdtempSync(join(tmpdir(), 'genctl-bench-'));

const parts = {
  starts: () => benchStarts(folder, rounds),
  submits: () => benchSubmits(folder, Math.min(rounds, 5)),
  ledger: () => benchLedger(folder, Math.min(rounds, 7)),
  writers: () => benchWriters(folder),
  waiting: () => benchWaiting(folder),
  files: () => benchFiles(folder, Math.min(rounds, 7)),
  folder: () => benchFolder(folder, Math.min(rounds, 7)),
  renders: () => benchRenders(folder, Math.min(rounds, 5)),
} as const;

const unknown = wanted.find((word) => !Object.hasOwn(parts, word));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(parts).join(', ')}`);
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
const [{ model = '' } = {}] = cpus();
process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} cores, Node ${version}\n`,
);
try {
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await part();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
