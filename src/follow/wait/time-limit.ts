import type { Clock } from '../../api/transport/clock.ts';
import type { Job } from '../../service/job.ts';
import { deadlineGraceMs, waitMostMs } from '../../service/retries/wait-limits.ts';

/** A job whose wait has a time limit. */
export interface TimeLimited {
  target: {
    /** The service's time, once it told it: no other clock may end a wait. Unit: ms since 1970. */
    serviceNowMs(): number | undefined;
  };
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
 * The time at which the wait for this job is over, on the monotonic clock. A deadline is compared with the service's time, and that
 * once. Until the service has told it, a job gets as long as it may take from its begin to its deadline.
 */
export function timeLimitMs(one: TimeLimited, { clock, timeoutMs }: TimeLimits): number {
  if (timeoutMs !== undefined) return one.startedMs + timeoutMs;
  const deadlineAt = one.job?.deadline_at ?? '';
  if (one.limit?.deadlineAt === deadlineAt) return one.limit.ms;
  const serviceMs = one.target.serviceNowMs();
  const leftMs = Date.parse(deadlineAt) - (serviceMs ?? Number.NaN);
  if (Number.isNaN(leftMs)) return one.startedMs + waitMostMs(one.job);
  one.limit = { deadlineAt, ms: clock.monotonicMs() + leftMs + deadlineGraceMs };
  return one.limit.ms;
}
