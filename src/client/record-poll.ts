import type { Job } from '../contract/job.ts';
import { requestRouteOf } from '../contract/request-route.ts';
import type { RouteName } from '../contract/routes.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Api } from './api.ts';
import { cancelJob, type PollLimits, pollJob } from './jobs.ts';

/** A job, and the way it was submitted. */
export interface PolledRecord {
  id: string;
  route: RouteName;
}

/** Looks at a job the way it was submitted. `raw` is the whole body of v1, and undefined on v2. */
export async function pollRecord(
  api: Api,
  { id, route }: PolledRecord,
  limits: PollLimits = {},
): Promise<{ job: Job; raw: unknown; retryAfterMs: number | undefined }> {
  const way = requestRouteOf(route) ?? 'jobs';
  if (way === 'jobs') return { ...(await pollJob(api, id, limits)), raw: undefined };
  const { pollTask } = await import('./tasks.ts');
  return pollTask(api, way, id, limits);
}

/** Cancels a job of v2. Throws UsageError for one of v1, which has no cancel. */
export async function cancelRecord(
  api: Api,
  { id, route }: PolledRecord,
  limits: Pick<PollLimits, 'signal' | 'deadlineMs'> = {},
): Promise<Job> {
  if ((requestRouteOf(route) ?? 'jobs') === 'jobs') return cancelJob(api, id, limits);
  throw new UsageError({
    code: 'no_cancel_route',
    message: `${id} can't be canceled: v1 has no cancel`,
    why: 'It goes on to its end, and is charged if it succeeds. Nothing was sent.',
    hint: `genctl wait ${id}`,
    jobId: id,
  });
}
