import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Ended } from '../transcripts/genctl.ts';
import { startHere } from '../transcripts/start-here.ts';
import { createClock } from './clock.ts';
import { copyIndexes, damageFiles, needsCopies } from './damage.ts';
import { type Ground, homeOf, workOf } from './ground.ts';
import type { Step } from './history.ts';
import { createMachine, later, type StartedMachine } from './machine.ts';
import { isQuiet } from './quiet.ts';
import { isRecorded } from './written-records.ts';

/** Beside a process the clock runs so many times as fast as this machine's. */
const processSpeed = 25;
/** A run that computes for longer does not end, or takes longer by this machine's clock, which may be busy with others, or by its own. Unit: ms. */
const [longestComputedMs, longestMs, longestShownMs] = [45_000, 300_000, 36 * 3_600_000];
/** Between two lines that a person types. Unit: ms. */
const betweenMs = 2_000;

export interface Ran extends Pick<Ended, 'code' | 'stdout' | 'stderr'> {
  home: number;
  words: readonly string[];
  /** What ended it in a way that no program can choose. */
  killed: boolean;
  /** It did not end by itself. */
  hung: boolean;
  /** The files that it had open at its end. */
  openFiles: string[];
}

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const hooks = [
  join(import.meta.dirname, 'clock.cjs'),
  resolve(import.meta.dirname, '../transcripts/fixtures/crash-hook.cjs'),
];

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
  if (step.damage !== undefined) damageFiles(ground, step.home, step.damage);
  if (needsCopies(ground.history)) copyIndexes(ground, step.home, place);
  const { beside } = step;
  ground.timeline.skip(step.pauseMs ?? betweenMs);
  const machines: StartedMachine[] = [];
  const runs = [run(ground, { ...step, place }, machines)];
  if (beside !== undefined) {
    const { isProcess: _, ...rest } = step;
    runs.push(run(ground, { ...rest, ...beside, beside: step, place }, machines));
  }
  const ran = await passing(ground, step, machines, Promise.all(runs));
  // An end of a process ends its connections, and so that nothing of one run arrives in the next.
  await ground.service.cut();
  return ran;
}

/** Has time pass until all runs of a step are over. */
async function passing(
  { service, timeline }: Ground,
  step: Step,
  machines: readonly StartedMachine[],
  runs: Promise<Ran[]>,
): Promise<Ran[]> {
  let areOver = false;
  const over = runs.finally(() => {
    areOver = true;
  });
  const clients = machines.flatMap(({ sockets }) => sockets);
  const isOver = () => areOver;
  if (step.isProcess) await timeline.passFast(isOver, processSpeed);
  else await timeline.passUntil(isOver, () => clients.every((all) => isQuiet(all, service.connections)));
  return over;
}

/** A step, and where it stands in its history. */
type PlacedStep = Step & { place: number };

async function run(ground: Ground, step: PlacedStep, machines: StartedMachine[]): Promise<Ran> {
  const { service } = ground;
  const work = workOf(ground, step.home);
  const words = step.words.map((word) => word.replaceAll('$WORK', work));
  const env = {
    PATH: process.env.PATH,
    HOME: join(ground.root, `home-${step.home}`),
    GENCTL_HOME: homeOf(ground, step.home),
    ...(ground.history.keyLifeMs === undefined
      ? { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: service.apiKey }
      : {}),
    GITHUB_RUN_ID: '77',
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const start = { ground, step, words, env, work };
  const ended = step.isProcess ? await asProcess(start) : await asStart(start, machines);
  return { home: step.home, words, ...ended };
}

interface Starting {
  ground: Ground;
  step: PlacedStep;
  words: string[];
  env: Record<string, string | undefined>;
  work: string;
}

type RunEnd = Omit<Ran, 'home' | 'words'>;

async function asStart(
  { ground, step, words, env, work }: Starting,
  machines: StartedMachine[],
): Promise<RunEnd> {
  const clock = createClock(ground.timeline, step.skewMs);
  const started = createMachine(step, clock, ground.service.ports);
  const { die, machine, openFiles, signal } = started;
  machines.push(started);
  listen(ground, step, (name) => (name === 'SIGKILL' ? die() : signal(name)));
  const ended = startHere({ words, environment: env, workingFolder: work, stdin: '', machine });
  const end = await inTime(ground, ended, die);
  const leftOpen = end.killed || end.hung ? [] : openFiles();
  // Nothing of it goes on.
  die();
  return { ...end, openFiles: leftOpen };
}

function asProcess({ ground, step, words, env, work }: Starting): Promise<RunEnd> {
  const { end, skewMs = 0 } = step;
  const clock = { beganMs: ground.timeline.nowMs(), atMs: Date.now(), speed: processSpeed, skewMs };
  const child = spawn(process.execPath, [binary, ...words], {
    cwd: work,
    env: {
      ...env,
      NODE_OPTIONS: hooks.map((hook) => `--require ${hook}`).join(' '),
      SEARCH_CLOCK: JSON.stringify(clock),
      SEARCH_PORTS: JSON.stringify([...ground.service.ports]),
      CRASH_NOTES: join(ground.root, 'notes'),
      CRASH_AT: String(end !== undefined && 'atChange' in end ? end.atChange : 0),
      CRASH_WHEN: end !== undefined && 'when' in end ? end.when : 'after',
      CRASH_BY: end?.signal,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  listen(ground, step, (name) => child.kill(name));
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
  const ended = new Promise<Ended>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      done({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
  return inTime(ground, ended, () => child.kill('SIGKILL'));
}

/** Has the service expect the requests of a step, and end its run at the planned one. */
function listen(
  ground: Ground,
  { beside, home, faults = [], end, place }: PlacedStep,
  send: (signal: NodeJS.Signals) => void,
): void {
  const sender = beside === undefined || beside.home === home ? home : undefined;
  const onRequest = (count: number): void => {
    if (end === undefined || !('atRequest' in end) || count !== end.atRequest) return;
    if (end.signal === 'SIGKILL') send(end.signal);
    else later(end.turns ?? 0, () => send(end.signal));
  };
  const hasRecord = (id: string): boolean => isRecorded(join(homeOf(ground, home), 'ledger'), id);
  ground.service.begin({ step: place, home: sender, faults, onRequest, hasRecord });
}

/** The end of a run, or that it took too long. */
async function inTime({ timeline }: Ground, ended: Promise<Ended>, stop: () => void): Promise<RunEnd> {
  let giveUp = (): void => {};
  const late = new Promise<undefined>((done) => {
    giveUp = () => done(undefined);
  });
  const begunMs = Date.now();
  const begun = process.cpuUsage();
  const timer = setInterval(() => {
    const { system, user } = process.cpuUsage(begun);
    if ((system + user) / 1000 > longestComputedMs || Date.now() - begunMs > longestMs) giveUp();
  }, 1_000);
  const alarm = timeline.at(timeline.nowMs() + longestShownMs, giveUp);
  const first = await Promise.race([ended, late]);
  clearInterval(timer);
  timeline.cancel(alarm);
  if (first !== undefined) return { ...first, killed: first.code === null, hung: false, openFiles: [] };
  stop();
  return { code: null, stdout: '', stderr: '', killed: false, hung: true, openFiles: [] };
}
