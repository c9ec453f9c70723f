import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Ended } from '../transcripts/genctl.ts';
import { startHere } from '../transcripts/start-here.ts';
import type { Damage, History, Step } from './history.ts';
import { createClock, createMachine, later } from './machine.ts';
import type { SearchService } from './service.ts';

/** The clock of a history runs so many times as fast as this machine's. */
export const clockSpeed = 25;
/** A run that takes longer stands still. Unit: ms. */
const longestMs = 45_000;

export interface Ran extends Pick<Ended, 'code' | 'stdout' | 'stderr'> {
  home: number;
  words: readonly string[];
  /** What ended it in a way that no program can choose. */
  killed: boolean;
  /** It did not end by itself. */
  hung: boolean;
}

/** The folders of a history. */
export interface Ground {
  root: string;
  history: History;
  service: SearchService;
  /** What the clock of the service showed at a moment of this machine, since 1970. */
  beganMs: number;
  atMs: number;
  /** On the clock of the service. */
  nowMs: () => number;
}

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const hooks = [
  join(import.meta.dirname, 'clock.cjs'),
  resolve(import.meta.dirname, '../transcripts/fixtures/crash-hook.cjs'),
];

export const homeOf = ({ root }: Pick<Ground, 'root'>, home: number): string =>
  join(root, `home-${home}`, 'genctl');

export function workOf({ root, history }: Pick<Ground, 'root' | 'history'>, home: number): string {
  return join(root, history.shared ? 'work' : `work-${home}`);
}

/** Runs a step, and what runs beside it. */
export async function runStep(ground: Ground, step: Step, place: number): Promise<Ran[]> {
  const work = workOf(ground, step.home);
  for (const folder of [work, join(ground.root, `home-${step.home}`)]) mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(step.files ?? {})) {
    for (let home = 0; home < ground.history.homes; home += 1) {
      mkdirSync(workOf(ground, home), { recursive: true });
      writeFileSync(join(workOf(ground, home), name), text);
    }
  }
  if (step.damage !== undefined) damage(ground, step.home, step.damage);
  const { beside } = step;
  const runs = [run(ground, step, place, step.isProcess === true)];
  if (beside !== undefined) runs.push(run(ground, { ...step, ...beside, beside: step }, place, false));
  const ran = await Promise.all(runs);
  // An end of a process ends its connections, and so that nothing of one run arrives in the next.
  await ground.service.cut();
  return ran;
}

async function run(ground: Ground, step: Step, place: number, isProcess: boolean): Promise<Ran> {
  const { service, beganMs, atMs } = ground;
  const work = workOf(ground, step.home);
  const words = step.words.map((word) => word.replaceAll('$WORK', work));
  const env = {
    PATH: process.env.PATH,
    HOME: join(ground.root, `home-${step.home}`),
    GENCTL_HOME: homeOf(ground, step.home),
    GENCTL_BASE_URL: service.baseUrl,
    GENCTL_API_KEY: service.apiKey,
    GITHUB_RUN_ID: '77',
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const clock = { beganMs, atMs, speed: clockSpeed, skewMs: step.skewMs ?? 0 };
  const start = { ground, step, place, words, env, work };
  const ended = isProcess ? await asProcess(start, clock) : await asStart(start, clock);
  const hung = ended === 'hung';
  const { code, stdout, stderr } = hung ? { code: null, stdout: '', stderr: '' } : ended;
  return { home: step.home, words, code, stdout, stderr, killed: code === null && !hung, hung };
}

interface Starting {
  ground: Ground;
  step: Step;
  place: number;
  words: string[];
  env: Record<string, string | undefined>;
  work: string;
}

type ClockOptions = Parameters<typeof createClock>[0];

async function asStart(
  { ground, step, place, words, env, work }: Starting,
  options: ClockOptions,
): Promise<Ended | 'hung'> {
  const { machine, die, signal } = createMachine(step, createClock(options), ground.service.ports);
  listen(ground, step, place, (name) => (name === 'SIGKILL' ? die() : signal(name)));
  const ended = startHere({ words, environment: env, workingFolder: work, stdin: '', machine });
  return inTime(ended, die);
}

function asProcess(
  { ground, step, place, words, env, work }: Starting,
  options: ClockOptions,
): Promise<Ended | 'hung'> {
  const { end } = step;
  const child = spawn(process.execPath, [binary, ...words], {
    cwd: work,
    env: {
      ...env,
      NODE_OPTIONS: hooks.map((hook) => `--require ${hook}`).join(' '),
      SEARCH_CLOCK: JSON.stringify(options),
      SEARCH_PORTS: JSON.stringify([...ground.service.ports]),
      CRASH_NOTES: join(ground.root, 'notes'),
      CRASH_AT: String(end !== undefined && 'atChange' in end ? end.atChange : 0),
      CRASH_WHEN: end !== undefined && 'when' in end ? end.when : 'after',
      CRASH_BY: end?.signal,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  listen(ground, step, place, (name) => child.kill(name));
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
  const ended = new Promise<Ended>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      done({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
  return inTime(ended, () => child.kill('SIGKILL'));
}

/** Has the service expect the requests of a step, and end its run at the planned one. */
function listen(
  { service }: Ground,
  { beside, home, faults = [], end }: Step,
  place: number,
  send: (signal: NodeJS.Signals) => void,
): void {
  const sender = beside === undefined || beside.home === home ? home : undefined;
  service.begin(place, sender, faults, (count) => {
    if (end === undefined || !('atRequest' in end) || count !== end.atRequest) return;
    if (end.signal === 'SIGKILL') send(end.signal);
    else later(end.turns ?? 0, () => send(end.signal));
  });
}

async function inTime(ended: Promise<Ended>, stop: () => void): Promise<Ended | 'hung'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'hung'>((done) => {
    timer = setTimeout(() => done('hung'), longestMs);
  });
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (first === 'hung') stop();
  return first;
}

function damage(ground: Ground, home: number, kind: Damage): void {
  switch (kind) {
    case 'no cache':
      rmSync(join(homeOf(ground, home), 'cache'), { recursive: true, force: true });
      return;
    case 'no index':
      rmSync(join(homeOf(ground, home), 'ledger', 'facts'), { recursive: true, force: true });
      return;
    default: {
      const work = workOf(ground, home);
      for (const name of readdirSync(work).filter((one) => one.endsWith('.genctl.ndjson'))) {
        const path = join(work, name);
        const { size } = statSync(path);
        if (kind === 'no journal') rmSync(path);
        else if (size > 8) truncateSync(path, size - 8);
      }
    }
  }
}
