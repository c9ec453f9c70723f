// Plays histories: npm run test:search [-- HISTORIES [WORKERS]]; SEARCH_SEED=N begins with another, SEARCH_CASE=FILE plays one file.
import { fork } from 'node:child_process';
import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { drawHistory } from './draw.ts';
import type { History } from './history.ts';
import { type Played, play } from './play.ts';
import { shrink } from './shrink.ts';

/** Of what was played, for the closing line. */
interface Sum {
  histories: number;
  commands: number;
  faults: number;
  kills: number;
  failures: number;
}

const { env } = process;
const [count = 10_000, workers = 1] = process.argv.slice(2).map(Number);
const firstSeed = Number(env.SEARCH_SEED ?? 1);
const cases = join(import.meta.dirname, 'cases');
const sum: Sum = { histories: 0, commands: 0, faults: 0, kills: 0, failures: 0 };

function add(played: Omit<Sum, 'histories' | 'failures'>, failed: boolean): void {
  sum.histories += 1;
  for (const name of ['commands', 'faults', 'kills'] as const) sum[name] += played[name];
  if (failed) sum.failures += 1;
  if (sum.histories % 250 === 0) say(closingLine());
}

function closingLine(): string {
  const n = (value: number): string => value.toLocaleString('en');
  return `search: ${n(sum.histories)} histories, ${n(sum.commands)} commands, ${n(sum.faults)} faults, ${n(sum.kills)} kills, ${n(sum.failures)} failures (seed ${firstSeed})`;
}

async function playSeeds(): Promise<void> {
  const [worker, of] = (env.SEARCH_WORKER ?? '0/1').split('/').map(Number) as [number, number];
  for (let seed = firstSeed + worker; seed < firstSeed + count; seed += of)
    await playOne(drawHistory(seed), `seed ${seed}`);
}

/** Plays one, and cuts it down where it fails; the case is written where SEARCH_FOUND names a folder. */
async function playOne(history: History, name: string): Promise<void> {
  const played = await play(history);
  add(played, played.failure !== undefined);
  if (played.failure === undefined) return;
  say(`${name} failed:\n${wordsOf(played)}`);
  if (env.SEARCH_FOUND === undefined) return;
  const kind = kindOf(played);
  const short = await shrink(history, async (cut) => kindOf(await play(cut)) === kind);
  const again = await play(short);
  mkdirSync(env.SEARCH_FOUND, { recursive: true });
  const path = join(env.SEARCH_FOUND, `${name.replace(' ', '-')}.json`);
  writeFileSync(path, `${JSON.stringify({ why: kind, ...short }, undefined, 2)}\n`);
  say(`cut down to ${short.steps.length} steps: ${path}\n${wordsOf(again)}`);
}

/** What went wrong, without what differs from one run to the next. */
function kindOf({ failure }: Played): string | undefined {
  return failure?.wrong[0]?.replace(/[:({].*$/s, '').replace(/\b[0-9a-f-]{8,}\b|\d+/g, 'N');
}

function wordsOf({ failure, told }: Played): string {
  return [...told.slice(-4), ...(failure?.wrong ?? ['nothing: it fails at times'])].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The kept cases first, then the seeds, by as many processes as are asked for. */
async function playAll(): Promise<void> {
  for (const name of env.SEARCH_CASE === undefined
    ? readdirSync(cases).map((one) => join(cases, one))
    : [env.SEARCH_CASE])
    await playOne(JSON.parse(readFileSync(name, 'utf8')) as History, name);
  if (env.SEARCH_CASE !== undefined) return;
  if (workers === 1) await playSeeds();
  else await Promise.all(Array.from({ length: workers }, (_, place) => inWorker(place)));
}

function inWorker(place: number): Promise<void> {
  const child = fork(import.meta.filename, process.argv.slice(2), {
    env: { ...env, SEARCH_WORKER: `${place}/${workers}` },
  });
  child.on('message', (part: Sum) => {
    for (const name of Object.keys(sum) as (keyof Sum)[]) sum[name] += part[name];
  });
  return new Promise((done, fail) => {
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`worker ${place} ended with ${code}`)),
    );
  });
}

// What dies here are processes, never the machine: nothing needs to reach the disk.
Object.assign(fs, { fsyncSync: () => {}, fdatasyncSync: () => {} });
syncBuiltinESMExports();

if (env.SEARCH_WORKER !== undefined) {
  await playSeeds();
  process.send?.(sum, () => process.exit(0));
} else {
  await playAll();
  say(closingLine());
  process.exitCode = sum.failures === 0 ? 0 : 1;
  process.exit();
}
