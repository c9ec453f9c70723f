// Plays histories: npm run test:search [-- HISTORIES [WORKERS]]; SEARCH_SEED=N begins with another, SEARCH_CASE=FILE plays one file.
import { type ChildProcess, fork } from 'node:child_process';
import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import useMemory from '../memory-folder.ts';
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
const [count = 10_000, workers = availableParallelism()] = process.argv.slice(2).map(Number);
const firstSeed = Number(env.SEARCH_SEED ?? 1);
const cases = join(import.meta.dirname, 'cases');
const sum: Sum = { histories: 0, commands: 0, faults: 0, kills: 0, failures: 0 };

/** What came of a history. */
interface Result extends Omit<Sum, 'histories' | 'failures'> {
  failed: boolean;
  /** What a person has to read; empty where all was right. */
  text: string;
}

/** Adds a history to the sum, which is told once in a while. */
function add({ failed, text, ...counts }: Result): void {
  sum.histories += 1;
  for (const name of ['commands', 'faults', 'kills'] as const) sum[name] += counts[name];
  if (failed) sum.failures += 1;
  if (text !== '') say(text);
  if (sum.histories % 250 === 0) say(closingLine());
}

function closingLine(): string {
  const n = (value: number): string => value.toLocaleString('en');
  return `search: ${n(sum.histories)} histories, ${n(sum.commands)} commands, ${n(sum.faults)} faults, ${n(sum.kills)} kills, ${n(sum.failures)} failures (seed ${firstSeed})`;
}

/** Plays one, and cuts it down where it fails; the case is written where SEARCH_FOUND names a folder. */
async function playOne(history: History, name: string): Promise<Result> {
  const { failure, told, ...counts } = await play(history);
  if (failure === undefined) return { ...counts, failed: false, text: '' };
  const failed = `${name} failed:\n${wordsOf({ failure, told, ...counts })}`;
  const text =
    env.SEARCH_FOUND === undefined ? failed : `${failed}\n${await cutDown(history, name, failure)}`;
  return { ...counts, failed: true, text };
}

/** Writes the shortest history that fails alike, and returns how that one went. */
async function cutDown(history: History, name: string, failure: Played['failure']): Promise<string> {
  const kind = kindOf({ failure });
  const short = await shrink(history, async (cut) => kindOf(await play(cut)) === kind);
  const again = await play(short);
  mkdirSync(env.SEARCH_FOUND ?? '', { recursive: true });
  const path = join(env.SEARCH_FOUND ?? '', `${name.replace(' ', '-')}.json`);
  writeFileSync(path, `${JSON.stringify({ why: kind, ...short }, undefined, 2)}\n`);
  return `cut down to ${short.steps.length} steps: ${path}\n${wordsOf(again)}`;
}

/** What went wrong, without what differs from one run to the next. */
function kindOf({ failure }: { failure?: Played['failure'] | undefined }): string | undefined {
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
  const kept = readdirSync(cases).map((one) => join(cases, one));
  for (const path of env.SEARCH_CASE === undefined ? kept : [env.SEARCH_CASE])
    add(await playOne(JSON.parse(readFileSync(path, 'utf8')) as History, path));
  if (env.SEARCH_CASE !== undefined) return;
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place).values();
  await Promise.all(Array.from({ length: Math.min(workers, count) }, () => inWorker(seeds)));
}

/**
 * A process of its own, with room for what dies young, and code that is kept although it runs once in a while: a fifth of the computing.
 * One thread collects garbage, because there is a worker for each core.
 */
const workerFlags = ['--max-semi-space-size=64', '--no-flush-bytecode', '--single-threaded-gc'];

/** Has a process play one seed after another, until none is left. */
function inWorker(seeds: Iterator<number>): Promise<void> {
  const child = fork(import.meta.filename, {
    env: { ...env, SEARCH_WORKER: '1' },
    execArgv: [...process.execArgv, ...workerFlags],
  });
  const give = (): void => {
    const { done, value } = seeds.next();
    child.send(done ? 'end' : value);
  };
  give();
  child.on('message', (result: Result) => {
    add(result);
    give();
  });
  return ending(child);
}

function ending(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`a worker ended with ${code}`))));
  });
}

/** Plays the seeds that the parent sends. */
function serveParent(): void {
  process.on('message', async (seed: number | 'end') => {
    if (seed === 'end') process.exit(0);
    process.send?.(await playOne(drawHistory(seed), `seed ${seed}`));
  });
}

// What dies here are processes, never the machine: nothing needs to reach the disk.
Object.assign(fs, { fsyncSync: () => {}, fdatasyncSync: () => {} });
syncBuiltinESMExports();

if (env.SEARCH_WORKER !== undefined) serveParent();
else {
  const leave = useMemory();
  await playAll();
  leave?.();
  say(closingLine());
  process.exitCode = sum.failures === 0 ? 0 : 1;
  process.exit();
}
