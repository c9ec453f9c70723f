import { RetryLater } from '../../api/transport/api-call.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import type { Listener } from '../../ledger/events.ts';
import type { SeenState } from '../../ledger/keep-state.ts';
import type { Job } from '../../service/job.ts';
import { isOver, lifetimeMs } from '../../service/lifecycle.ts';
import { pollDelayMs } from '../../service/retries/polling.ts';
import { type NextLook, type TimeLimits, timeLimitMs, type WaitEnd, type Waiting } from './target.ts';

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
    });
    const { job, retryAfterMs } = seen;
    const isNews =
      one.last === undefined ? job !== one.target.known || seen.raw !== undefined : seen !== one.last;
    one.tally = undefined;
    one.last = seen;
    tellChange(one, job, options);
    one.job = job;
    if (isNews) await options.onJob?.(id, seen);
    if (isOver(job)) return { kind: 'over', id, job };
    const nowMs = clock.monotonicMs();
    if (timeLimitMs(one, options) <= nowMs) return { kind: 'timed-out', id, job };
    const { route } = one.target;
    const nextMs = (floorMs: number): number =>
      nowMs + pollDelayMs({ route, bodySeconds: job.retry_after, headerMs: retryAfterMs, floorMs });
    return { kind: 'again', wantedMs: nextMs(options.floorMs), allowedMs: nextMs(0) };
  } catch (error) {
    if (error instanceof RetryLater) {
      one.tally = error.tally;
      return { kind: 'again', wantedMs: error.untilMs, allowedMs: error.untilMs };
    }
    return endByError(one, error, signal);
  }
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
