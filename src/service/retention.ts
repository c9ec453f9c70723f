import type { Job } from './job.ts';
import { limits } from './limits.ts';
import { type RequestRoute, requestRoutes } from './request-route.ts';

/** A job as it was last seen. */
interface LastSeenJob {
  route: RequestRoute;
  job: Job;
  recorded_at: string;
}

/**
 * The time until which the service keeps a finished job. If a v2 job names no time, no end is known. On v1 the generator keeps a job for
 * seven days. Unit: ms since 1970.
 * @see service document §2.1, §3
 */
export function retentionEndMs({ job, recorded_at, route }: LastSeenJob): number {
  const untilMs = Date.parse(job.retention_until ?? '');
  if (!Number.isNaN(untilMs)) return untilMs;
  if (!requestRoutes[route].isPassThrough) return Number.POSITIVE_INFINITY;
  const endedMs = Date.parse(job.completed_at ?? job.created_at ?? recorded_at);
  return endedMs + limits.draftValiditySeconds * 1_000;
}

/**
 * Tells whether the service has to know a job still, so that a 404 shows that another account asks. A job whose retention is not known counts
 * for seven days after it was recorded, as on v1.
 */
export function isSurelyKept(seen: LastSeenJob, nowMs: number): boolean {
  const endMs = retentionEndMs(seen);
  const unknownEndMs = Date.parse(seen.recorded_at) + limits.draftValiditySeconds * 1_000;
  return nowMs < (Number.isFinite(endMs) ? endMs : unknownEndMs);
}
