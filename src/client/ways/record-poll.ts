import type { Job } from '../../contract/job.ts';
import type { RequestWay } from '../../contract/request-route.ts';
import { NotFoundError, UsageError } from '../../errors/endings.ts';
import { isOver } from '../../rules/lifecycle.ts';
import type { Api } from '../transport/api.ts';
import { cancelJob, pollJob } from './jobs.ts';
import type { PollLimits } from './poll-grace.ts';
import type { TaskRoute } from './task-answer.ts';

/** A job as it is written down: the way it was made, and what is known of it. */
export interface KnownJob extends RequestWay {
  id: string;
  job?: Job | undefined;
  raw?: unknown;
}

/**
 * What a look brought; `raw` is the whole body of v1. On v2, whose jobs are whole themselves, it is undefined, but where
 * outputs could not be read.
 */
export interface SeenJob {
  job: Job;
  raw: unknown;
  /** The Retry-After header. Unit: ms. */
  retryAfterMs: number | undefined;
}

/**
 * Looks at a job once, by the route that it was submitted to. A picture that was answered at once is over: where it
 * is here already, or can't be asked for again, what is known stands. @see service document §4.2, §4.5–4.8
 */
export async function pollRecord(api: Api, known: KnownJob, limits: PollLimits = {}): Promise<SeenJob> {
  const { route, sync = false } = known;
  if (route === 'jobs') return pollJob(api, known.id, limits);
  return sync && known.job !== undefined
    ? pollPicture(api, { ...known, job: known.job }, limits)
    : pollTaskOf(api, known, route, limits);
}

/**
 * Cancels a job of v2, and resolves with what it is then. Rejects with UsageError for one of v1, which has no route for it.
 * @see service document §4.3
 */
export async function cancelRecord(
  api: Api,
  { id, route }: Pick<KnownJob, 'id' | 'route'>,
  limits: Pick<PollLimits, 'signal' | 'deadlineMs'> = {},
): Promise<Job> {
  if (route === 'jobs') return cancelJob(api, id, limits);
  throw new UsageError({
    code: 'no_cancel_route',
    message: `${id} can not be canceled: v1 has no cancel`,
    why: 'Nothing was sent. The job goes on to its end, and is charged if it succeeds.',
    hint: 'genctl wait ID',
    jobId: id,
  });
}

async function pollTaskOf(
  api: Api,
  { id, job: before }: KnownJob,
  route: TaskRoute,
  limits: PollLimits,
): Promise<SeenJob> {
  const { pollTask } = await import('./tasks.ts');
  const seen = await pollTask(api, route, id, limits);
  // The vendor may call the model otherwise than it was asked for.
  const model = before?.model ?? seen.job.model;
  return model === undefined ? seen : { ...seen, job: { ...seen.job, model } };
}

async function pollPicture(api: Api, known: KnownJob & { job: Job }, limits: PollLimits): Promise<SeenJob> {
  const { localIdPrefix } = await import('./sync-answer.ts');
  const standing = { job: known.job, raw: known.raw, retryAfterMs: undefined };
  const isHere = known.job.outputs?.some(({ url }) => !/^https?:/i.test(url)) === true;
  if (isHere || known.id.startsWith(localIdPrefix)) return standing;
  try {
    return await pollTaskOf(api, known, 'images', limits);
  } catch (error) {
    // One that was only named by the answer is not over: that nobody knows it is to be told.
    if (error instanceof NotFoundError && isOver(known.job)) return standing;
    throw error;
  }
}
