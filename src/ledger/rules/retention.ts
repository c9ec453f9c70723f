import { limits } from '../../service/limits.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { JobRecord } from '../record.ts';

/**
 * The time until which the service keeps a finished job. If a v2 job names no time, no end is known. On v1 the generator keeps a job for
 * seven days. Unit: ms since 1970.
 * @see service document §2.1, §3
 */
export function retentionEndMs({
  job,
  recorded_at,
  route,
}: Pick<JobRecord, 'job' | 'recorded_at' | 'route'>): number {
  const untilMs = Date.parse(job.retention_until ?? '');
  if (!Number.isNaN(untilMs)) return untilMs;
  if (!requestRoutes[route].isPassThrough) return Number.POSITIVE_INFINITY;
  const endedMs = Date.parse(job.completed_at ?? job.created_at ?? recorded_at);
  return endedMs + limits.draftValiditySeconds * 1_000;
}
