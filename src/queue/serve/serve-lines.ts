import { type BatchRunnerPorts, runBatch } from '../../batch/run/batch-runner.ts';
import { CliError } from '../../errors/cli-error.ts';
import { createTaskGroup, type TaskGroup } from '../../files/task-group.ts';
import { isOverInTime } from '../../follow/wait/alarm.ts';
import { safeLine } from '../../text/safe-text.ts';
import { assertOwnLine, type LineOwner, readLine } from '../line/line.ts';
import { asideEnd, endedMost, type WrittenEnd } from '../line/line-end.ts';
import { type OtherAccount, otherAccounts } from '../open-account-queue.ts';
import { sayGone, sayPresent } from '../queue-state.ts';
import { limitKeeper, type SubmitAnswered, sharedPace } from '../shared-limit.ts';
import type { QueueConnection } from '../store/connection.ts';
import { takeBackDue } from '../store/held-back.ts';
import { lastUse } from '../store/last-use.ts';
import { storeRefusalOf } from '../store/store-trouble.ts';
import { type LockedJob, takeOutUnreadable } from '../store/stored-lines.ts';
import { type Channel, createChannel } from './channel.ts';
import { type HeldLine, type HoldPorts, holdLine, noteJob } from './held-line.ts';
import { lockMs, openWorker, orLeftToItsLock, type WorkerPlan } from './open-worker.ts';
import { type LineFate, refuseLine, type SettlePorts, settleLine } from './settle-line.ts';

type OpenFollow = BatchRunnerPorts<HeldLine>['openFollow'];

export interface ServePorts
  extends Pick<HoldPorts, 'choices' | 'submitPorts'>,
    Pick<WorkerPlan, 'name' | 'slots'>,
    Omit<SettlePorts, 'endFor' | 'tell'> {
  own: LineOwner;
  /** Aborting it gives all lines back. */
  signal: AbortSignal;
  /** Opens the flow that follows all jobs; `heldAs` finds a line by its key. */
  openFollow(
    hears: Parameters<OpenFollow>[0],
    heldAs: (key: string) => HeldLine | undefined,
  ): ReturnType<OpenFollow>;
  tell(event: WorkerEvent): void;
  warn(message: string): void;
  /** Called once where nothing waits for this worker as it begins, and something for workers with other keys. */
  onOthers(others: readonly OtherAccount[]): void;
}

/** Events of a worker itself, of its submits and of its lines. */
export type WorkerEvent =
  /** It takes lines from now on. `held` always has those that it holds. */
  | { kind: 'begun'; held: { readonly size: number } }
  /** It takes no further line; those that it holds go on to their ends. */
  | { kind: 'stopped' }
  /** A submit made a job, or was answered 429. */
  | SubmitAnswered
  | LineEvent;

/** Events of the lines of a worker. */
export type LineEvent =
  | { kind: 'taken'; shot: string; isKnown: boolean }
  | { kind: 'ended'; shot: string; fate: LineFate }
  | { kind: 'lock_lost'; shot: string };

/** How a line stands with a worker, as a word for programs. */
export function stateOf(event: LineEvent) {
  return event.kind === 'ended' ? event.fate.kind : event.kind;
}

/** How often a worker looks after the limit. Unit: ms. */
const lookAfterMs = 5_000;
/** How long a worker that is stopped tries to give its lines back. Unit: ms. */
const giveBackMs = 5_000;

/**
 * Takes lines of an account from its queue and carries them to their ends. It stops when the signal gives them back or something keeps this
 * worker from sending: then it waits for its jobs and rejects with that. Rejects with OldQueueError where the queue may be an old copy, and
 * with StoreRefusalError.
 */
export async function serveLines(ports: ServePorts): Promise<void> {
  const { choices, clock, connection, gate, signal, tell } = ports;
  const use = lastUse(connection, { ...connection, windowMs: choices.windowMs });
  const limit = limitKeeper(connection, { clock, random: Math.random });
  const [held, channel] = [new Map<string, HeldLine>(), createChannel<HeldLine>()];
  const over = new AbortController();
  const tasks = createTaskGroup(stop);
  /** Until the engine fetches no more, and has told what became of all lines. */
  let engineRuns = Promise.resolve();
  const shared = sharedPace({ clock, connection, limit, tasks, tell, use });
  let stopped: CliError | undefined;

  /** Takes no further line, and ends once those that are held have their ends. */
  function stop(): void {
    if (over.signal.aborted) return;
    over.abort();
    tell({ kind: 'stopped' });
    tasks.start(() => sayGone(connection, ports.name));
    tasks.start(async () => {
      await worker.pause(true);
      await engineRuns;
      giveBackUnread();
    });
  }
  function giveBackUnread(): void {
    for (const shot of channel.close()) shot.finish({ kind: 'unsent' });
  }
  function interrupt(): void {
    giveBackUnread();
    stop();
  }
  async function endFor(error: CliError): Promise<boolean> {
    const isFirst = stopped === undefined;
    stopped ??= error;
    // Every other worker would meet the same, a line each time.
    if (error.exit === 'outOfBalance') await connection.queue.pause();
    stop();
    return isFirst;
  }
  async function carry(locked: LockedJob): Promise<WrittenEnd> {
    const shot = await takeOn(locked, { ...ports, ...shared, use, endFor });
    held.set(shot.key, shot);
    carryOn(shot, channel);
    try {
      return await settleLine(locked, shot, { ...ports, endFor });
    } finally {
      // Once it is given back, this worker may have it again.
      if (held.get(shot.key) === shot) held.delete(shot.key);
    }
  }
  const worker = openWorker(connection, {
    ...ports,
    work: (job, token = '') => orLeftToItsLock(carry({ job, token }), ports),
    ...whatGoes(held, tasks, ports),
  });
  async function lookAfter(): Promise<void> {
    await use.renew();
    await Promise.all([limit.lookAfter(), takeBackDue(connection)]);
    await sayPresent(connection, ports.name);
  }
  function begin(): void {
    tell({ kind: 'begun', held });
    engineRuns = worker.run();
    tasks.start(() => engineRuns);
    tasks.start(() => lookForOthers(ports));
  }
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  tasks.start(() => runBatch(channel, { ...carrying(ports, held), gate, shared, onBroken: stop }));
  tasks.start(() => lookAgainAndAgain(lookAfter, begin, { clock, over: over.signal }));
  try {
    const isOver = await isOverInTime(tasks.settle(), { clock, signal, graceMs: giveBackMs });
    if (!isOver && held.size > 0) ports.warn(leftWords(held.size, connection));
  } catch (error) {
    throw storeRefusalOf(error, connection);
  } finally {
    signal.removeEventListener('abort', interrupt);
    // Its lines are told by now. Asked more gently it would wait for a store that is away.
    await worker.close(true);
  }
  if (stopped !== undefined) throw stopped;
}

/** Looks after the queue until the signal. Nothing is fetched before it is known to be no old copy, and holds the limit. */
async function lookAgainAndAgain(
  lookAfter: () => Promise<void>,
  begin: () => void,
  { clock, over }: Pick<ServePorts, 'clock'> & { over: AbortSignal },
): Promise<void> {
  await lookAfter();
  if (over.aborted) return;
  begin();
  for (;;) {
    await clock.sleep(lookAfterMs, over);
    if (over.aborted) return;
    await lookAfter();
  }
}

/** A worker with a mistyped key would wait for ever, and nobody would know why. */
async function lookForOthers({ connection, onOthers }: ServePorts): Promise<void> {
  if ((await connection.queue.getWaitingCount()) > 0) return;
  const others = await otherAccounts(connection);
  if (others.length > 0) onOthers(others);
}

/** The means of the flow that carries the lines: what it asks and tells. */
function carrying(
  { clock, openFollow, signal, slots, warn }: ServePorts,
  held: ReadonlyMap<string, HeldLine>,
): Omit<Parameters<typeof runBatch<HeldLine>>[1], 'gate' | 'onBroken'> {
  return {
    ...{ clock, signal, inFlight: slots },
    openFollow: (hears) => openFollow(hears, (key) => held.get(key)),
    onSent: (shot, { id }) => noteJob(shot, id, warn),
    onRepeat() {},
    onEnd: (shot, end) => shot.finish(end),
    onPace() {},
  };
}

/** Has a line carried, unless it ended so many workers that it is set aside, or nobody carries any more. */
function carryOn(shot: HeldLine, channel: Channel<HeldLine>): void {
  const { ended } = shot.line();
  if (ended.length >= endedMost) shot.finish(asideEnd(ended, shot));
  else if (!channel.put(shot)) shot.finish({ kind: 'unsent' });
}

/** The line as this worker carries it. Rejects as `refuseLine` does for one that it can't take. */
async function takeOn(
  locked: LockedJob,
  ports: ServePorts & HoldPorts & Pick<SettlePorts, 'endFor'>,
): Promise<HeldLine> {
  const { job } = locked;
  try {
    const line = readLine(job.data);
    assertOwnLine(line, ports.own, job.id);
    const shot = await holdLine(locked, line, ports);
    ports.tell({ kind: 'taken', shot: shot.shot, isKnown: shot.record !== undefined });
    return shot;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return refuseLine(locked, error, ports);
  }
}

function leftWords(count: number, { shown }: QueueConnection): string {
  const lines = count === 1 ? '1 line was' : `${count} lines were`;
  return `${lines} not given back within ${giveBackMs / 1_000} s, as ${shown} did not answer: another worker takes over once the locks expire, after ${lockMs / 1_000} s`;
}

/** Handlers for lines whose locks could not be renewed, and for entries that are no line at all: the worker goes no further with them. */
function whatGoes(
  held: ReadonlyMap<string, HeldLine>,
  tasks: Pick<TaskGroup, 'start'>,
  { connection, warn }: ServePorts,
): Pick<WorkerPlan, 'onLost' | 'onUnreadable'> {
  async function leave(): Promise<void> {
    for (const id of await takeOutUnreadable(connection))
      warn(`the queue entry ${safeLine(id)} can't be read; it stays in the store, and no worker gets it`);
  }
  return {
    onLost(keys) {
      for (const key of keys) held.get(key)?.lose();
    },
    onUnreadable: () => tasks.start(leave),
  };
}
