import { createTaskGroup } from '../../../src/files/task-group.ts';
import { limitKeeper } from '../../../src/queue/shared-limit.ts';
import { type Account, type AccountRules, createAccount, type Line } from './account.ts';
import { createShard, type ShardPorts } from './shard.ts';
import { createStore, type Store } from './store.ts';
import { createTimeLine, seeded, type TimeLine } from './time-line.ts';
import { createWorker, type SimulatedWorker } from './worker.ts';

/** Lines that several processes send as one account. Unit of time: ms. */
export interface Scenario extends AccountRules {
  lines: number;
  processes: number;
  /** Each knows its own answers only, or all of them share a queue. */
  way: 'shards' | 'queue';
  /** Lines that a worker of a queue may hold. */
  slots: number;
  /** A process is killed that often, any of them, and is started again so much later. */
  crashes?: { everyMs: number; downMs: number };
  /** What its chance begins with. */
  seed?: number;
}

export interface Outcome {
  tookMs: number;
  /** Beside the time that the account needs where its cap is always reached. */
  overIdeal: number;
  refusals: number;
  crashes: number;
  mostInFlight: number;
}

/** The lock of a line runs out, and the next look for such lines finds it, halfway between two looks. */
const lockMs = 30_000 + 10_000 / 2;
/** How often the limit is looked after. There it is each worker that does so. */
const lookAfterMs = 5_000;

interface Process {
  kill(): void;
  start(): void;
}

/** Runs the lines on a time line of its own. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
  const { cap, crashes, lines } = scenario;
  const random = seeded(scenario.seed ?? 7);
  const timeLine = createTimeLine();
  const account = createAccount(timeLine, scenario, random);
  let failure: unknown;
  const tasks = createTaskGroup();
  const counts = { done: 0, crashes: 0 };
  const ports: ShardPorts = {
    ...{ timeLine, account, random },
    tasks: {
      start: (task) =>
        tasks.start(async () => {
          await task().catch((error: unknown) => {
            failure ??= error;
          });
        }),
    },
    onDone() {
      counts.done += 1;
    },
  };
  const processes = scenario.way === 'shards' ? shardsOf(scenario, ports) : workersOf(scenario, ports);
  for (const one of processes) one.start();
  function crash({ downMs, everyMs }: NonNullable<Scenario['crashes']>): void {
    const victim = processes[Math.floor(random() * processes.length)];
    counts.crashes += 1;
    victim?.kill();
    timeLine.after(downMs, () => victim?.start());
    timeLine.after(everyMs, () => crash({ downMs, everyMs }));
  }
  if (crashes !== undefined) timeLine.after(crashes.everyMs, () => crash(crashes));
  await timeLine.runUntil(() => counts.done === lines || failure !== undefined);
  if (failure !== undefined) throw failure;
  for (const one of processes) one.kill();
  return { ...outcomeOf(account, timeLine, cap), crashes: counts.crashes };
}

function outcomeOf({ counts }: Account, { clock }: TimeLine, cap: number): Omit<Outcome, 'crashes'> {
  const tookMs = clock.monotonicMs();
  const { mostInFlight, refusals, workMs } = counts;
  return { tookMs, overIdeal: tookMs / (workMs / cap), refusals, mostInFlight };
}

function shardsOf({ lines, processes }: Scenario, ports: ShardPorts): Process[] {
  return Array.from({ length: processes }, (_, place) =>
    createShard(Math.floor(lines / processes) + (place < lines % processes ? 1 : 0), ports),
  );
}

function workersOf({ lines, processes, slots }: Scenario, ports: ShardPorts): Process[] {
  const workers: SimulatedWorker[] = [];
  let next = 0;
  function give(line: Line): boolean {
    for (let tries = 0; tries < workers.length; tries += 1) {
      next = (next + 1) % workers.length;
      const worker = workers[next];
      if (worker === undefined || worker.room <= 0) continue;
      worker.take(line);
      return true;
    }
    return false;
  }
  const store = createStore(ports.timeLine, lines, give);
  const limit = limitKeeper(store.connection, { clock: ports.timeLine.clock, random: ports.random });
  const look = (): void => {
    ports.tasks.start(async () => void (await limit.lookAfter()));
    ports.timeLine.after(lookAfterMs, look);
  };
  look();
  for (let place = 0; place < processes; place += 1) workers.push(createWorker({ ...ports, store, slots }));
  return workers.map((worker) => processOf(worker, store, ports.timeLine));
}

/** A worker as a process: lines of one that is killed are found again by their locks. */
function processOf(worker: SimulatedWorker, store: Store, { after }: TimeLine): Process {
  return {
    start() {
      worker.start();
      store.handOut();
    },
    kill() {
      const lines = worker.kill();
      after(lockMs, () => {
        for (const line of lines) store.putBack(line);
      });
    },
  };
}
