import type { Job } from '../../contract/job.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { objectOf } from '../../rules/json/json-object.ts';
import type { RetryRoute } from '../../rules/retry.ts';
import { parseRetryAfterMs } from '../../rules/retry-after.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { paced } from './job-answer.ts';
import { lookUntilKnown, type PollLimits } from './poll-grace.ts';
import { readPictures } from './sync-answer.ts';
import { acceptedId, jobOfTask, mediumOf, type TaskRoute, taskObjection } from './task-answer.ts';

export type { TaskRoute } from './task-answer.ts';

export interface TaskSubmission {
  route: TaskRoute;
  /** Images that are answered with the picture itself. */
  sync?: boolean | undefined;
  /** The body, byte for byte as it was written down. */
  bytes: Uint8Array;
  /** The model as it was asked for; v1 may call it by the vendor's own id. */
  expectModel: string;
  /** Beside the usual ones; names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** As in `ApiCall`. */
  keepAs?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Longest time to spend waiting because of 429s; 30 s unless given. Unit: ms. */
  maxRateLimitWaitMs?: number | undefined;
}

/** What v1 says of a task: as a job, and its own body whole. */
export interface TaskAnswer {
  job: Job;
  raw: unknown;
}

/**
 * Submits to a route of v1. It has no idempotency key: what may have arrived is never sent again, and rejects with
 * OutcomeUnknownError; so does a 2xx that names nothing to look at. A job that was only submitted is `queued` until it is
 * looked at; one with `sync` is over at once. `replayed` is never true.
 * @see service document §4.5–4.8
 */
export async function submitTask(
  api: Api,
  submission: TaskSubmission,
): Promise<TaskAnswer & { replayed: false }> {
  const { route, sync = false, bytes, expectModel, headers, keepAs, signal, maxRateLimitWaitMs } = submission;
  const read = (answer: ApiAnswer): Job | undefined =>
    sync ? readPictures(answer) : acceptedJob(answer, route);
  const answer = await api.call({
    route: sync ? 'generateImage' : requestRoutes[route].submit,
    retryRoute: retryRouteOf(route),
    body: bytes,
    headers,
    signal,
    maxRateLimitWaitMs,
    takesPicture: sync,
    keepAs,
    accept: (given) =>
      read(given) === undefined ? (sync ? 'holds no picture' : 'names no task to look at') : undefined,
  });
  const job = read(answer);
  if (job === undefined) throw new Error('An answer without a task was accepted');
  return {
    job: { ...paced(job, answer, api.clock.nowMs()), model: expectModel },
    raw: answer.json,
    replayed: false,
  };
}

/**
 * Looks at a task once. `status` alone says how it stands: an answer that has it counts, whatever its HTTP status.
 * `retryAfterMs` is the Retry-After header. @see service document §2.8, §4.5
 */
export async function pollTask(
  api: Api,
  route: TaskRoute,
  id: string,
  limits: PollLimits = {},
): Promise<TaskAnswer & { retryAfterMs: number | undefined }> {
  const { signal, deadlineMs, givesBackRateLimits } = limits;
  return lookUntilKnown(api, limits, async () => {
    const answer = await api.call({
      route: requestRoutes[route].poll,
      retryRoute: 'poll',
      id,
      signal,
      deadlineMs,
      givesBackRateLimits,
      accept: ({ json }) => taskObjection(json, route, id),
      isAnswer: (json) => isTaskOf(json, route, id),
    });
    const retryAfterMs = parseRetryAfterMs(answer.headers['retry-after'], api.clock.nowMs());
    return { job: jobOfTask(answer.json, route, id), raw: answer.json, retryAfterMs };
  });
}

function retryRouteOf(route: TaskRoute): RetryRoute {
  return route === 'refs' ? 'submitRefs' : 'submitTask';
}

function acceptedJob({ json }: ApiAnswer, route: TaskRoute): Job | undefined {
  const id = acceptedId(json, route);
  if (id === undefined) return undefined;
  const { created_at } = jobOfTask(json, route, id);
  return {
    id,
    status: 'queued',
    media: mediumOf(route),
    ...(created_at === undefined ? {} : { created_at }),
  };
}

/** Whether the body of an error status is the task itself: it names it, and says how it stands. */
function isTaskOf(json: unknown, route: TaskRoute, id: string): boolean {
  const body = objectOf(json);
  return (body?.id === id || body?.job_id === id) && taskObjection(json, route, id) === undefined;
}
