import type { Clock } from '../client/clock.ts';
import type { Job } from '../contract/job.ts';
import { CliError } from '../errors/cli-error.ts';
import { exitOfJob, isOver } from '../rules/lifecycle.ts';
import { pollDelayMs } from '../rules/polling.ts';
import { createDueQueue } from './due-queue.ts';
import type { Listener, WaitingJob } from './events.ts';

/** What one look at a job gives. */
export interface PolledJob {
  job: Job;
  /** The Retry-After header. Unit: ms. */
  retryAfterMs: number | undefined;
}

/** A job to wait for, and how to look at it. */
export interface WaitTarget {
  id: string;
  api: 'v1' | 'v2';
  /** What is known before the first look. */
  known: Job | undefined;
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
  /** Told of each job's newest state, and once more with `over` when it ends; never awaited. */
  onJob?: ((id: string, job: Job, over: boolean) => void) | undefined;
}

/** Looks at this many jobs at once; more sockets bring nothing (one account, one service). */
const looksAtOnce = 8;
/** Looks due within this time share one wake-up. Unit: ms. */
const coalesceMs = 20;
/** How much later the list of those waited for may be told again, for each of them: ten thousand, every half second. Unit: ms. */
const listMsPerJob = 0.05;
/** A wait for a job whose deadline nobody has said yet: longer than any job runs. Unit: ms. @see service document §8 */
const unknownDeadlineMs = 45 * 60_000;
/** Past its deadline a job is given this long to be called expired by the service. Unit: ms. */
const deadlineGraceMs = 60_000;

interface Waiting {
  target: WaitTarget;
  job: Job | undefined;
  /** On the monotonic clock. */
  startedMs: number;
  /** Whether the look at the time limit itself was made: after a sleep of the machine, one more look comes first. */
  lastLook: boolean;
  /** The time limit that a deadline of the job gave, on the monotonic clock. */
  limit?: { deadlineAt: string; ms: number };
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
  const looking = new Set<Promise<void>>();
  const settle = (end: WaitEnd): void => {
    ends.set(end.id, end);
    waiting.delete(end.id);
    if (isStopping(end, options)) stop.abort();
  };
  let toldMs = Number.NEGATIVE_INFINITY;
  const tellWaiting = (): void => {
    const nowMs = clock.monotonicMs();
    // A list of all after each look at one would make ten thousand jobs a hundred million lines.
    if (waiting.size === 0 || nowMs - toldMs < waiting.size * listMsPerJob) return;
    toldMs = nowMs;
    listen({ kind: 'waiting', jobs: [...waiting.values()].map((each) => waitingJob(each, clock)) });
  };
  const look = async (one: Waiting): Promise<void> => {
    const outcome = await lookOnce(one, options, stop.signal);
    if (outcome.kind === 'again') queue.push(one, clock.monotonicMs() + outcome.delayMs);
    else settle(outcome);
    tellWaiting();
  };

  const startedMs = clock.monotonicMs();
  for (const target of targets) {
    const job = target.known;
    const one: Waiting = { target, job, startedMs, lastLook: false };
    if (job !== undefined && isOver(job)) {
      options.onJob?.(target.id, job, true);
      settle({ kind: 'over', id: target.id, job });
    } else {
      waiting.set(target.id, one);
      queue.push(one, startedMs);
    }
  }
  while (waiting.size > 0 && !stop.signal.aborted) {
    const byMs = clock.monotonicMs() + coalesceMs;
    while (looking.size < looksAtOnce) {
      const one = queue.takeDue(byMs);
      if (one === undefined) break;
      const running = look(one).finally(() => looking.delete(running));
      looking.add(running);
    }
    await nextChange(queue.nextDueMs(), looking, clock, stop.signal);
  }
  // A look cut off by the stop settles as `left`: let it, so that nothing runs on behind our back.
  await Promise.all(looking);
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
      const elapsedMs = clock.monotonicMs() - one.startedMs;
      listen({ kind: 'state', jobId: id, status: job.status, previous, elapsedMs });
    }
    options.onJob?.(id, job, isOver(job));
    if (isOver(job)) return { kind: 'over', id, job };
    const leftMs = timeLimitMs(one, options) - clock.monotonicMs();
    if (one.lastLook || leftMs <= 0) return { kind: 'timed-out', id, job };
    const delayMs = pollDelayMs({
      api: one.target.api,
      bodySeconds: job.retry_after,
      headerMs: retryAfterMs,
      floorMs: options.floorMs,
    });
    if (delayMs >= leftMs) one.lastLook = true;
    return { kind: 'again', delayMs: Math.min(delayMs, leftMs) };
  } catch (error) {
    if (signal.aborted) return { kind: 'left', id, job: one.job };
    if (error instanceof CliError) return { kind: 'failed', id, job: one.job, error };
    throw error;
  }
}

/**
 * When the wait for this job is over, on the monotonic clock. The wall clock is read once for each deadline that the service
 * names: set back or forward later, it moves nothing.
 */
function timeLimitMs(one: Waiting, { clock, timeoutMs }: WaitOptions): number {
  if (timeoutMs !== undefined) return one.startedMs + timeoutMs;
  const deadlineAt = one.job?.deadline_at;
  const leftMs = Date.parse(deadlineAt ?? '') - clock.nowMs();
  if (deadlineAt === undefined || Number.isNaN(leftMs)) return one.startedMs + unknownDeadlineMs;
  if (one.limit?.deadlineAt !== deadlineAt) {
    one.limit = { deadlineAt, ms: clock.monotonicMs() + leftMs + deadlineGraceMs };
  }
  return one.limit.ms;
}

function isStopping(end: WaitEnd, { any, failFast }: WaitOptions): boolean {
  if (end.kind === 'failed') return failFast || end.error.exit === 'unauthorized';
  return end.kind === 'over' && (any || (failFast && exitOfJob(end.job) !== 'done'));
}

/** Sleeps until the next look is due, a running look ends, or the wait is stopped. */
async function nextChange(
  dueMs: number | undefined,
  looking: ReadonlySet<Promise<void>>,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  if (looking.size >= looksAtOnce || dueMs === undefined) {
    await Promise.race(looking);
    return;
  }
  const wake = new AbortController();
  const wakeUp = (): void => wake.abort();
  stopped.addEventListener('abort', wakeUp, { once: true });
  const sleeping = clock.sleep(Math.max(0, dueMs - clock.monotonicMs()), wake.signal);
  await Promise.race([...looking, sleeping]);
  stopped.removeEventListener('abort', wakeUp);
  wake.abort();
}

function waitingJob(one: Waiting, clock: Clock): WaitingJob {
  return {
    jobId: one.target.id,
    model: one.job?.model,
    status: one.job?.status ?? 'unknown',
    elapsedMs: clock.monotonicMs() - one.startedMs,
    deadlineAt: one.job?.deadline_at,
  };
}
