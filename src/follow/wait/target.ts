import { type CallTally, RetryLater } from '../../api/transport/api-call.ts';
import type { Clock } from '../../api/transport/clock.ts';
import type { RateGate } from '../../api/transport/rate-gate.ts';
import type { SeenJob } from '../../api/ways/way.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import type { Listener } from '../../ledger/events.ts';
import type { SeenState } from '../../ledger/keep-state.ts';
import type { Job } from '../../service/job.ts';
import { isOver, lifetimeMs } from '../../service/lifecycle.ts';
import { deadlineGraceMs, waitMostMs } from '../../service/limits.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { askedPollMs, pollDelayMs } from '../../service/retries/polling.ts';

/**
 * The rate limits of an account: how long its looks have to wait, and how many may be under way. All targets of an account
 * share one object.
 */
export type LookedAtAccount = Pick<RateGate, 'waitMs' | 'atOnceMost'>;

/** The limits and the memory that a look goes by. */
interface LookLimits {
  signal: AbortSignal;
  deadlineMs: number;
  tally: CallTally | undefined;
  /** The job as the last look brought it. */
  last: SeenJob | undefined;
  /** Least time to the next look if this one fails. Unit: ms. */
  leastDelayMs: number;
}

/** A job to wait for, and how to look at it. */
export interface WaitTarget {
  id: string;
  /** The service's time, once it told it: no other clock may end a wait. Unit: ms since 1970. */
  serviceNowMs(): number | undefined;
  /** The route that it was made by. */
  route: RequestRoute;
  account: LookedAtAccount;
  /** The job as known before the first look. */
  known: Job | undefined;
  /** How old the job is when the wait begins; 0 unless given. Unit: ms. */
  ageMs?: number | undefined;
  /** How long the last answer asks to wait before the first look; 0 unless given. Unit: ms. */
  firstDelayMs?: number | undefined;
  /**
   * Looks at the job once, and no later than at `deadlineMs`, on the monotonic clock. Resolves with `last` itself where the answer is
   * the same again. Rejects with RetryLater where the next look has to wait, because the account is rate-limited or the look
   * failed: `tally` is then what the error says of it, for the next look to go on from. Rejects with CliError where that would be
   * beyond the deadline, or the job can't be looked at.
   */
  poll(limits: LookLimits): Promise<SeenJob>;
}

/** The result of waiting for one job. `left` means that the wait was stopped for another reason, and the job goes on. */
export type WaitEnd =
  | { kind: 'over'; id: string; job: Job }
  | { kind: 'timed-out'; id: string; job: Job | undefined }
  | { kind: 'left'; id: string; job: Job | undefined }
  | { kind: 'failed'; id: string; job: Job | undefined; error: CliError };

/** A job that is being waited for. */
export interface Waiting {
  target: WaitTarget;
  /** The job as last seen. */
  job: Job | undefined;
  /** When the wait for it began, on the monotonic clock. */
  startedMs: number;
  /** The time limit that followed from the job's deadline, on the monotonic clock. */
  limit?: { deadlineAt: string; ms: number };
  /** The earliest time that the service allows for the next look, on the monotonic clock. */
  allowedMs: number;
  /** True if its next look comes as soon as the service allows, because a callback may say that it is over. */
  isUrgent: boolean;
  /** How its last looks failed; undefined where the last one brought its state. */
  tally?: CallTally | undefined;
  /** The job as brought by the last look that did not fail. */
  last?: SeenJob | undefined;
}

export interface TimeLimits {
  clock: Clock;
  /**
   * How long to wait for a job, from when the wait for it began; undefined for a minute past its deadline, infinity for no
   * limit. Unit: ms.
   */
  timeoutMs: number | undefined;
}

/**
 * The time at which the wait for this job is over, on the monotonic clock. A deadline is compared with the service's time, and that
 * once. Until the service has told it, a job gets as long as it may take from its begin to its deadline.
 */
export function timeLimitMs(one: Waiting, { clock, timeoutMs }: TimeLimits): number {
  if (timeoutMs !== undefined) return one.startedMs + timeoutMs;
  const deadlineAt = one.job?.deadline_at ?? '';
  if (one.limit?.deadlineAt === deadlineAt) return one.limit.ms;
  const serviceMs = one.target.serviceNowMs();
  const leftMs = Date.parse(deadlineAt) - (serviceMs ?? Number.NaN);
  if (Number.isNaN(leftMs)) return one.startedMs + waitMostMs(one.job);
  one.limit = { deadlineAt, ms: clock.monotonicMs() + leftMs + deadlineGraceMs };
  return one.limit.ms;
}

/** When a job is looked at next, on the monotonic clock. */
export interface NextLook {
  wantedMs: number;
  /** The earliest time that the service allows. */
  allowedMs: number;
}

/** The end of a job whose time is over before another look: with the error of its last looks, where those failed. */
export function givenUp({ job, tally, target: { id } }: Waiting): WaitEnd {
  const error = tally?.error;
  return error === undefined
    ? { kind: 'timed-out', id, job }
    : { kind: 'failed', id, job, error: error.ofJob(id) };
}

/** How jobs are looked at. */
export interface LookOptions extends TimeLimits {
  listen: Listener;
  /** Least time between two looks at a job, never below what the service asks. Unit: ms. */
  floorMs: number;
  /**
   * Receives what a look at a job brings that was not known before. It is awaited before the next look at the job. A MachineError that it
   * throws ends the whole wait, because a state that can't be recorded is not worth asking for.
   */
  onJob?: ((id: string, seen: SeenState) => Promise<void> | void) | undefined;
}

type LookOutcome = WaitEnd | ({ kind: 'again' } & NextLook);

/** Looks at a job once, and passes on what it saw. Rejects for a defect only. */
export async function lookOnce(
  one: Waiting,
  options: LookOptions,
  signal: AbortSignal,
): Promise<LookOutcome> {
  const { clock } = options;
  const { id } = one.target;
  try {
    const seen = await one.target.poll({
      signal,
      deadlineMs: timeLimitMs(one, options),
      tally: one.tally,
      last: one.last,
      leastDelayMs: Math.max(options.floorMs, askedMs(one)),
    });
    const { job } = seen;
    const isNews =
      one.last === undefined ? job !== one.target.known || seen.raw !== undefined : seen !== one.last;
    one.tally = undefined;
    one.last = seen;
    tellChange(one, job, options);
    one.job = job;
    if (isNews) await options.onJob?.(id, seen);
    if (isOver(job)) return { kind: 'over', id, job };
    if (timeLimitMs(one, options) <= clock.monotonicMs()) return { kind: 'timed-out', id, job };
    return { kind: 'again', ...afterState(one, options) };
  } catch (error) {
    if (!(error instanceof RetryLater)) return endByError(one, error, signal);
    one.tally = error.tally;
    const { untilMs } = error;
    // A look that was held back was due already, so only the pause of the account counts.
    return { kind: 'again', ...(error.isSent ? afterFailure(one, options, untilMs) : heldUntil(untilMs)) };
  }
}

/** The next look after one that brought the state of its job. */
function afterState({ job, last, target: { route } }: Waiting, { clock, floorMs }: LookOptions): NextLook {
  const nowMs = clock.monotonicMs();
  const ask = { route, bodySeconds: job?.retry_after, headerMs: last?.retryAfterMs };
  return {
    wantedMs: nowMs + pollDelayMs({ ...ask, floorMs }),
    allowedMs: nowMs + pollDelayMs({ ...ask, floorMs: 0 }),
  };
}

/** The next look after one that failed: no sooner than its back-off, the interval, and what the last state of its job asks. */
function afterFailure(one: Waiting, { clock, floorMs }: LookOptions, retryAtMs: number): NextLook {
  const nowMs = clock.monotonicMs();
  const allowedMs = Math.max(retryAtMs, nowMs + askedMs(one));
  return { allowedMs, wantedMs: Math.max(allowedMs, nowMs + floorMs) };
}

/** The time that the last known state of a job asks to wait; 0 for none. Unit: ms. */
function askedMs({ job, last }: Waiting): number {
  return askedPollMs({ bodySeconds: job?.retry_after, headerMs: last?.retryAfterMs });
}

function heldUntil(untilMs: number): NextLook {
  return { wantedMs: untilMs, allowedMs: untilMs };
}

/** Time since the job was made, now on the monotonic clock: by the service's clock, where that is known. Unit: ms. */
export function ageOf({ job, startedMs, target }: Waiting, nowMs: number): number {
  const serviceMs = target.serviceNowMs();
  const createdMs = Date.parse((job ?? target.known)?.created_at ?? '');
  if (serviceMs !== undefined && !Number.isNaN(createdMs)) return Math.max(0, serviceMs - createdMs);
  return (target.ageMs ?? 0) + nowMs - startedMs;
}

function tellChange(one: Waiting, job: Job, { clock, listen }: LookOptions): void {
  const { status } = job;
  const previous = one.job?.status;
  if (status === previous) return;
  const ageMs = lifetimeMs(job) ?? ageOf({ ...one, job }, clock.monotonicMs());
  listen({ kind: 'state', jobId: one.target.id, status, previous, ageMs });
}

/**
 * The end of a job that could not be looked at, or whose state could not be recorded. Throws the error where it is a defect.
 */
function endByError({ target: { id }, job }: Waiting, error: unknown, stopped: AbortSignal): WaitEnd {
  const failure = failureOf(error);
  // After a stop the error may only be that of the aborted look. A trouble of this machine is reported nevertheless.
  if (stopped.aborted && failure?.exit !== 'machine') return { kind: 'left', id, job };
  if (failure === undefined) throw error;
  return { kind: 'failed', id, job, error: failure.ofJob(id) };
}
