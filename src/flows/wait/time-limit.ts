import type { Clock } from '../../client/transport/clock.ts';
import type { Job } from '../../contract/job.ts';
import { deadlineGraceMs, unknownDeadlineMs } from '../../rules/wait-limits.ts';

/** A job that is waited for until some time. */
export interface TimeLimited {
  /** As last seen. */
  job: Job | undefined;
  /** When the wait for it began, on the monotonic clock. */
  startedMs: number;
  /** The time limit that a deadline of the job gave, on the monotonic clock. */
  limit?: { deadlineAt: string; ms: number };
}

export interface TimeLimits {
  clock: Clock;
  /** Of the wait for a job, from when it began. Unit: ms; undefined: the job's deadline and a minute; infinity: none. */
  timeoutMs: number | undefined;
}

/**
 * When the wait for this job is over, on the monotonic clock. The wall clock is read once for each deadline that the service
 * names: set back or forward later, it moves nothing.
 */
export function timeLimitMs(one: TimeLimited, { clock, timeoutMs }: TimeLimits): number {
  if (timeoutMs !== undefined) return one.startedMs + timeoutMs;
  const deadlineAt = one.job?.deadline_at;
  if (deadlineAt === undefined) return one.startedMs + unknownDeadlineMs;
  if (one.limit?.deadlineAt !== deadlineAt) {
    const leftMs = Date.parse(deadlineAt) - clock.nowMs();
    if (Number.isNaN(leftMs)) return one.startedMs + unknownDeadlineMs;
    one.limit = { deadlineAt, ms: clock.monotonicMs() + leftMs + deadlineGraceMs };
  }
  return one.limit.ms;
}
