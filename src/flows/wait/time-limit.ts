import type { Clock } from '../../client/transport/clock.ts';
import type { Job } from '../../contract/job.ts';
import { deadlineGraceMs, unknownDeadlineMs } from '../../rules/wait-limits.ts';

/** A job whose wait has a time limit. */
export interface TimeLimited {
  /** The job as last seen. */
  job: Job | undefined;
  /** When the wait for it began, on the monotonic clock. */
  startedMs: number;
  /** The time limit that followed from the job's deadline, on the monotonic clock. */
  limit?: { deadlineAt: string; ms: number };
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
 * The time at which the wait for this job is over, on the monotonic clock. The wall clock is read only when the service names a
 * new deadline, so that setting the clock later changes no limit.
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
