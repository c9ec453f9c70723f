import type { Clock } from '../../client/transport/clock.ts';
import type { Job } from '../../contract/job.ts';
import type { RequestRoute } from '../../contract/request-route.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import { exitOfJob, isOver, lifetimeMs } from '../../rules/lifecycle.ts';
import { pollDelayMs } from '../../rules/polling.ts';
import type { Listener, WaitingJob } from '../events.ts';
import { createTaskGroup, type TaskGroup } from '../task-group.ts';
import { createDueQueue } from './due-queue.ts';
import { type TimeLimited, timeLimitMs } from './time-limit.ts';

/** What one look at a job gives. */
interface PolledJob {
  job: Job;
  /** The Retry-After header. Unit: ms. */
  retryAfterMs: number | undefined;
}

/** A job to wait for, and how to look at it. */
export interface WaitTarget {
  id: string;
  /** The way that it was made. */
  route: RequestRoute;
  /** What is known before the first look. */
  known: Job | undefined;
  /** Time since it was made, when the wait begins: 0 unless given. Unit: ms. */
  ageMs?: number | undefined;
  /** What the answer that it is known from asks for before the first look: nothing unless given. Unit: ms. */
  firstDelayMs?: number | undefined;
  /** `deadlineMs` is on the monotonic clock: retries inside the look end there. */
  poll(limits: { signal: AbortSignal; deadlineMs: number }): Promise<PolledJob>;
}

/** How waiting for one job came out. `left`: it goes on, and the wait was stopped for another reason. */
export type WaitEnd =
  | { kind: 'over'; id: string; job: Job }
  | { kind: 'timed-out'; id: string; job: Job | undefined }
  | { kind: 'left'; id: string; job: Job | undefined }
  | { kind: 'failed'; id: string; job: Job | undefined; error: CliError };

export interface WaitOptions {
  clock: Clock;
  signal: AbortSignal;
  listen: Listener;
  /** Least time between two looks at a job, never below what the service asks. Unit: ms. */
  floorMs: number;
  /** Of the whole wait. Unit: ms; undefined: each job's deadline and a minute; infinity: none. */
  timeoutMs: number | undefined;
  /** Stop at the first job that is over. */
  any: boolean;
  /** Stop at the first job that is over without success. */
  failFast: boolean;
  /**
   * Told of each job's newest state, with `over` of the one that it ends in, and awaited before the job is looked at again.
   * A MachineError from it ends the whole wait: what can't be written down is not worth asking for.
   */
  onJob?: ((id: string, job: Job, over: boolean) => Promise<void> | void) | undefined;
}

/** Looks at this many jobs at once; more sockets bring nothing (one account, one service). */
const looksAtOnce = 8;
/** Looks due within this time share one wake-up. Unit: ms. */
const coalesceMs = 20;
/** How much later the list of those waited for may be told again, for each of them: ten thousand, every half second. Unit: ms. */
const listMsPerJob = 0.05;
interface Waiting extends TimeLimited {
  target: WaitTarget;
  /** Whether the look at the time limit itself was made: after a sleep of the machine, one more look comes first. */
  lastLook: boolean;
}

/** Waits until every job is over, or the wait is. The jobs themselves are never touched. @see service document §3, §4.2 */
export async function waitForJobs(targets: readonly WaitTarget[], options: WaitOptions): Promise<WaitEnd[]> {
  const stop = new AbortController();
  const stopAll = (): void => stop.abort();
  options.signal.addEventListener('abort', stopAll, { once: true });
  if (options.signal.aborted) stopAll();
  try {
    const ends = await runLooks(targets, options, stop);
    return targets.map(({ id, known }) => ends.get(id) ?? { kind: 'left', id, job: known });
  } finally {
    options.signal.removeEventListener('abort', stopAll);
  }
}

async function runLooks(
  targets: readonly WaitTarget[],
  options: WaitOptions,
  stop: AbortController,
): Promise<Map<string, WaitEnd>> {
  const { clock, listen } = options;
  const queue = createDueQueue<Waiting>();
  const ends = new Map<string, WaitEnd>();
  const waiting = new Map<string, Waiting>();
  const looks = createTaskGroup(() => stop.abort());
  const settle = (end: WaitEnd): void => {
    ends.set(end.id, end);
    waiting.delete(end.id);
    if (isStopping(end, options)) stop.abort();
  };
  const startedMs = clock.monotonicMs();
  let toldMs = Number.NEGATIVE_INFINITY;
  const tellWaiting = (): void => {
    const nowMs = clock.monotonicMs();
    // A list of all after each look at one would make ten thousand jobs a hundred million lines.
    if (waiting.size === 0 || nowMs - toldMs < waiting.size * listMsPerJob) return;
    toldMs = nowMs;
    const jobs = [...waiting.values()].map((each) => waitingJob(each, clock));
    listen({ kind: 'waiting', jobs, elapsedMs: nowMs - startedMs });
  };
  const look = async (one: Waiting): Promise<void> => {
    const outcome = await lookOnce(one, options, stop.signal);
    if (outcome.kind === 'again') queue.push(one, clock.monotonicMs() + outcome.delayMs);
    else settle(outcome);
    tellWaiting();
  };

  for (const target of targets) {
    const one: Waiting = { target, job: target.known, startedMs, lastLook: false };
    if (one.job !== undefined && isOver(one.job)) {
      settle(await tellOver(one, one.job, options));
    } else {
      waiting.set(target.id, one);
      queue.push(one, startedMs + firstDelayMs(one, options));
    }
  }
  if ((queue.nextDueMs() ?? startedMs) > startedMs) tellWaiting();
  while (waiting.size > 0 && !stop.signal.aborted) {
    const byMs = clock.monotonicMs() + coalesceMs;
    while (looks.size < looksAtOnce) {
      const one = queue.takeDue(byMs);
      if (one === undefined) break;
      looks.start(() => look(one));
    }
    await nextChange(queue.nextDueMs(), looks, clock, stop.signal);
  }
  // A look cut off by the stop settles as `left`: let it, so that nothing runs on behind our back.
  await looks.settle();
  for (const { target, job } of waiting.values()) ends.set(target.id, { kind: 'left', id: target.id, job });
  return ends;
}

type LookOutcome = WaitEnd | { kind: 'again'; delayMs: number };

async function lookOnce(one: Waiting, options: WaitOptions, signal: AbortSignal): Promise<LookOutcome> {
  const { clock, listen } = options;
  const { id } = one.target;
  const limitMs = timeLimitMs(one, options);
  try {
    const { job, retryAfterMs } = await one.target.poll({
      signal,
      deadlineMs: limitMs,
    });
    const previous = one.job?.status;
    one.job = job;
    if (job.status !== previous) {
      const ageMs = lifetimeMs(job) ?? ageOf(one, clock);
      listen({ kind: 'state', jobId: id, status: job.status, previous, ageMs });
    }
    if (isOver(job)) return await tellOver(one, job, options);
    await options.onJob?.(id, job, false);
    const leftMs = timeLimitMs(one, options) - clock.monotonicMs();
    if (one.lastLook || leftMs <= 0) return { kind: 'timed-out', id, job };
    const delayMs = pollDelayMs({
      route: one.target.route,
      bodySeconds: job.retry_after,
      headerMs: retryAfterMs,
      floorMs: options.floorMs,
    });
    if (delayMs >= leftMs) one.lastLook = true;
    return { kind: 'again', delayMs: Math.min(delayMs, leftMs) };
  } catch (error) {
    return endByError(one, error, signal);
  }
}

/** The end of a job that is over, once its last state is kept. */
async function tellOver(one: Waiting, job: Job, { onJob }: WaitOptions): Promise<WaitEnd> {
  const { id } = one.target;
  try {
    await onJob?.(id, job, true);
    return { kind: 'over', id, job };
  } catch (error) {
    return endByError(one, error, undefined);
  }
}

/** What kept us from looking, or from keeping what was seen. Throws what is neither: a defect. */
function endByError({ target: { id }, job }: Waiting, error: unknown, stopped?: AbortSignal): WaitEnd {
  const failure = error instanceof CliError ? error : systemFailure(error);
  // After a stop the error may be no more than the stop itself; what this machine refuses is told all the same.
  if (stopped?.aborted === true && failure?.exit !== 'machine') return { kind: 'left', id, job };
  if (failure === undefined) throw error;
  return { kind: 'failed', id, job, error: failure.ofJob(id) };
}

/** What was asked for before the first look, within the time that the wait has. */
function firstDelayMs(one: Waiting, options: WaitOptions): number {
  const askedMs = one.target.firstDelayMs ?? 0;
  const leftMs = timeLimitMs(one, options) - options.clock.monotonicMs();
  if (askedMs >= leftMs) one.lastLook = true;
  return Math.max(0, Math.min(askedMs, leftMs));
}

/** What is in the way of every job alike: the key, or this machine. */
const endsAll: readonly ExitName[] = ['unauthorized', 'machine'];

function isStopping(end: WaitEnd, { any, failFast }: WaitOptions): boolean {
  if (end.kind === 'failed') return failFast || endsAll.includes(end.error.exit);
  return end.kind === 'over' && (any || (failFast && exitOfJob(end.job) !== 'done'));
}

/** Sleeps until the next look is due, a running look ends, or the wait is stopped. */
async function nextChange(
  dueMs: number | undefined,
  looks: TaskGroup,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  if (looks.size >= looksAtOnce || dueMs === undefined) return looks.nextEnd();
  const wake = new AbortController();
  const wakeUp = (): void => wake.abort();
  stopped.addEventListener('abort', wakeUp, { once: true });
  const sleeping = clock.sleep(Math.max(0, dueMs - clock.monotonicMs()), wake.signal);
  await Promise.race(looks.size === 0 ? [sleeping] : [looks.nextEnd(), sleeping]);
  stopped.removeEventListener('abort', wakeUp);
  wake.abort();
}

function ageOf({ startedMs, target }: Waiting, clock: Clock): number {
  return (target.ageMs ?? 0) + clock.monotonicMs() - startedMs;
}

function waitingJob(one: Waiting, clock: Clock): WaitingJob {
  return {
    jobId: one.target.id,
    model: one.job?.model,
    status: one.job?.status ?? 'unknown',
    ageMs: ageOf(one, clock),
    deadlineAt: one.job?.deadline_at,
  };
}
