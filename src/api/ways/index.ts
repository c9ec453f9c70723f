import type { RequestRoute } from '../../service/request-route.ts';
import type { Api } from '../transport/api.ts';
import { jobs } from './jobs.ts';
import type { CanceledJob, CancelLimits, KnownJob, PollLimits, SeenJob, Way } from './way.ts';

/** Each way. Those of v1 are loaded when they are needed, because nearly every run uses v2 alone. */
const ways = {
  jobs: async () => jobs,
  tasks: async () => (await import('./tasks.ts')).tasks,
  images: async () => (await import('./images.ts')).images,
  spicy: async () => (await import('./tasks.ts')).spicy,
  refs: async () => (await import('./tasks.ts')).refs,
} as const satisfies Record<RequestRoute, () => Promise<Way>>;

/** The way of that name. */
export function wayOf(route: RequestRoute): Promise<Way> {
  return ways[route]();
}

/** Looks at a job once, the way that it was made. @see service document §4.2, §4.5–4.8 */
export async function pollRecord(api: Api, known: KnownJob, limits?: PollLimits): Promise<SeenJob> {
  return pollBy(await wayOf(known.route), api, known, limits);
}

/** Does `pollRecord` by the way of the job. Rejects with AuthError for a known job that another key of this run does not see. */
export function pollBy(way: Way, api: Api, known: KnownJob, limits?: PollLimits): Promise<SeenJob> {
  return way.poll(api, known, limits).catch((error: unknown) => rejectForOwner(api, known, error));
}

/** Cancels a job, and resolves with what it is then. Rejects with UsageError where its way has no cancel. @see service document §4.3 */
export async function cancelRecord(api: Api, known: KnownJob, limits?: CancelLimits): Promise<CanceledJob> {
  const { id, route } = known;
  const way = await wayOf(route);
  return way.cancel(api, id, limits).catch((error: unknown) => rejectForOwner(api, known, error));
}

/** Rejects with an error about a job. A key that a program printed during the run may be of another account, which does not see the job. */
async function rejectForOwner(api: Api, known: KnownJob, error: unknown): Promise<never> {
  const { isUnseen } = await import('./unseen-job.ts');
  throw (isUnseen(known, error, api.clock.nowMs()) ? await api.keyError(known) : undefined) ?? error;
}
