import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import type { Job } from '../../service/job.ts';
import { requestRoutes, type TaskRoute } from '../../service/request-route.ts';
import type { RetryRoute } from '../../service/retries/retry.ts';
import type { RouteName } from '../../service/routes.ts';
import { objectOf } from '../../text/json-object.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { paced } from './job-answer.ts';
import { acceptedId, jobOfTask, taskObjection } from './task-answer.ts';
import { vendorLinks } from './task-outputs.ts';
import {
  type KnownJob,
  lookUntilKnown,
  type PollLimits,
  type SeenJob,
  type Submission,
  type SubmittedAnswer,
  type Way,
} from './way.ts';

/** A way of v1. */
interface TaskKind {
  route: TaskRoute;
  /** The row of the retry table that applies to its submits. */
  retryRoute: RetryRoute;
}

/** Video of the vendor's models. @see service document §4.5 */
export const tasks = taskWay({ route: 'tasks', retryRoute: 'submitTask' });

/** Video of the service's own line. @see service document §4.7 */
export const spicy = taskWay({ route: 'spicy', retryRoute: 'submitTask' });

/**
 * Video of the service's own line, with references that are prepared first. A failure to prepare them means that nothing was
 * submitted.
 * @see service document §4.8
 */
export const refs = taskWay({ route: 'refs', retryRoute: 'submitRefs' });

/** A way of v1. It resolves with jobs as v2 does, and with the whole body of the answer as `raw`. */
export function taskWay({ route, retryRoute }: TaskKind): Way {
  return {
    submit: (api, submission) =>
      submitTask(api, submission, {
        route: requestRoutes[route].submit,
        retryRoute,
        read: (answer) => acceptedJob(answer, route),
        objection: 'names no task to look at',
      }),
    poll: (api, known, limits) => pollTask(api, known, { route, ...limits }),
    cancel: (_, id) => Promise.reject(noCancel(id, route)),
    vendorLinks: (raw) => vendorLinks(objectOf(raw), requestRoutes[route].medium),
  };
}

/** The route of a submit, and the reader of its answer. `objection` is what is wrong with an answer without a job. */
interface TaskSubmit {
  route: RouteName;
  retryRoute: RetryRoute;
  takesPicture?: boolean;
  read: (answer: ApiAnswer) => Job | undefined;
  objection: string;
}

/**
 * Submits to a route of v1. There is no idempotency key, so a request that may have arrived is never sent again: it rejects
 * with OutcomeUnknownError. So does a 2xx that names no task. A new job is `queued` until it is looked at. `replayed` is never
 * true.
 */
export async function submitTask(
  api: Api,
  { bytes, expectModel, headers, idempotencyKey, signal, waitOutPause }: Submission,
  { read, objection, ...call }: TaskSubmit,
): Promise<SubmittedAnswer> {
  const answer = await api.call({
    ...call,
    body: bytes,
    headers,
    signal,
    waitOutPause,
    keepAs: idempotencyKey,
    accept: (given) => (read(given) === undefined ? objection : undefined),
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
 * Looks at a task once. An answer that has the task's `status` counts, whatever its HTTP status.
 * @see service document §2.8, §4.5
 */
async function pollTask(
  api: Api,
  { id, job: before }: KnownJob,
  { route, ...limits }: PollLimits & { route: TaskRoute },
): Promise<SeenJob> {
  return lookUntilKnown(api, limits, {
    route: requestRoutes[route].poll,
    id,
    accept: ({ json }) => taskObjection(json, route, id),
    isAnswer: (json) => isTaskOf(json, route, id),
    read({ json }) {
      const job = jobOfTask(json, route, id);
      // The vendor may name the model differently from the request.
      const model = before?.model ?? job.model;
      return { job: model === undefined ? job : { ...job, model }, raw: json };
    },
  });
}

function noCancel(id: string, route: TaskRoute): UsageError {
  return new UsageError({
    code: 'no_cancel_route',
    message: `${id} can't be canceled: ${requestRoutes[route].api} has no cancel`,
    why: 'Nothing was sent. The job runs to its end, and is charged if it succeeds.',
    hint: genctl`wait ID`,
    jobId: id,
  });
}

function acceptedJob({ json }: ApiAnswer, route: TaskRoute): Job | undefined {
  const id = acceptedId(json, route);
  if (id === undefined) return undefined;
  const { created_at } = jobOfTask(json, route, id);
  return {
    id,
    status: 'queued',
    media: requestRoutes[route].medium,
    ...(created_at === undefined ? {} : { created_at }),
  };
}

/** Tells whether the body of an error status is the task itself: it has the task's id and its status. */
function isTaskOf(json: unknown, route: TaskRoute, id: string): boolean {
  const body = objectOf(json);
  return (body?.id === id || body?.job_id === id) && taskObjection(json, route, id) === undefined;
}
