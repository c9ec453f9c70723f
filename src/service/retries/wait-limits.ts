import type { Job } from '../job.ts';

/** How long to wait for a job whose deadline is not known yet: longer than any job runs. Unit: ms. @see service document §8 */
export const unknownDeadlineMs = 45 * 60_000;

/** How long after a job's deadline the service may take to call it expired. Unit: ms. */
export const deadlineGraceMs = 60_000;

/** A job that says that it may take longer than this says nothing. Unit: ms. */
const spanMostMs = 24 * 60 * 60_000;

/** How long to wait for a job whatever any clock says: for a minute more than it may take from its begin to its deadline. Unit: ms. */
export function waitMostMs({ created_at, deadline_at }: Partial<Job> = {}): number {
  const spanMs = Date.parse(deadline_at ?? '') - Date.parse(created_at ?? '');
  return spanMs > 0 && spanMs <= spanMostMs ? spanMs + deadlineGraceMs : unknownDeadlineMs;
}
