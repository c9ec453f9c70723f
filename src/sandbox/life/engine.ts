import type { JobErrorCode } from '../../service/wire/wire-error.ts';
import type { Ending } from '../state/endings.ts';
import type { AcceptedJob } from '../state/jobs.ts';

/** What a job is at a moment; each arm has exactly what that state shows. */
export type JobNow =
  | { status: 'queued' | 'running'; retryAfterSeconds: number }
  | { status: 'succeeded'; completedAtMs: number }
  | { status: 'failed' | 'canceled' | 'expired'; completedAtMs: number; errorCode: JobErrorCode };

/** Longest time that the service asks a poller to wait. Unit: s. */
const longestRetryAfterSeconds = 10;
/** A poller is asked to come back this many times until the planned end. */
const looksToTheEnd = 3;

/**
 * What a job is now: its record, what settled it if anything has, and the clock; nothing else.
 * A job that was settled stays so, whatever the clock says.
 *
 * @see service document §3
 */
export function jobNow(record: Pick<AcceptedJob, 'plan'>, ending: Ending | undefined, nowMs: number): JobNow {
  const { startsAtMs, endsAtMs, end } = record.plan;
  if (ending?.by === 'cancel')
    return { status: 'canceled', completedAtMs: ending.canceledAtMs, errorCode: 'canceled' };
  if (ending === undefined && nowMs < endsAtMs) {
    const status = nowMs < startsAtMs ? 'queued' : 'running';
    return { status, retryAfterSeconds: retryAfterSeconds(endsAtMs - nowMs) };
  }
  switch (end.status) {
    case 'succeeded':
      return { status: 'succeeded', completedAtMs: endsAtMs };
    case 'failed':
      return { status: 'failed', completedAtMs: endsAtMs, errorCode: end.errorCode };
    case 'canceled':
    case 'expired':
      return { status: end.status, completedAtMs: endsAtMs, errorCode: end.status };
  }
}

/** Whole seconds, at least 1: a share of what is left, so that nobody polls a long job every second. */
function retryAfterSeconds(remainingMs: number): number {
  const share = Math.ceil(remainingMs / 1_000 / looksToTheEnd);
  return Math.min(Math.max(share, 1), longestRetryAfterSeconds);
}
