import type { Job } from '../contract/job.ts';
import { type RequestRoute, requestRoutes } from '../contract/request-route.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { backoffDelayMs } from '../rules/retry.ts';
import { parseRetryAfterMs } from '../rules/retry-after.ts';
import type { Api } from './api.ts';
import type { ApiAnswer } from './api-call.ts';
import { sleepOrThrow } from './clock.ts';
import type { PollLimits } from './jobs.ts';
import { asRecord, textOf } from './json-record.ts';
import { idObjection } from './resource-id.ts';
import { jobOfTask } from './task-job.ts';

/** The v1 ways. */
export type TaskRoute = Exclude<RequestRoute, 'jobs'>;

export interface TaskSubmission {
  route: TaskRoute;
  bytes: Uint8Array;
  /** The model named in the body; the answer names none. */
  expectModel: string;
  /** Images answered at once. */
  sync?: boolean | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** Longest time to spend waiting because of 429s; 30 s unless given. Unit: ms. */
  maxRateLimitWaitMs?: number | undefined;
}

/** A job as a v1 body tells of it, and that body. */
export interface SeenTask {
  job: Job;
  raw: unknown;
}

/**
 * Submits a task. v1 has no key on the wire: what may have arrived is never sent again, and rejects with
 * OutcomeUnknownError. Only the refs route's 503, which says that nothing was submitted, is repeated.
 * @see service document §2.8, §4.5–4.8
 */
export async function submitTask(
  api: Api,
  { bytes, expectModel, route, sync = false, ...rest }: TaskSubmission,
): Promise<SeenTask & { replayed: false }> {
  const answer = await api.call({
    route: sync ? 'generateImage' : requestRoutes[route].submit,
    retryRoute: route === 'refs' ? 'submitRefs' : 'submitTask',
    body: bytes,
    ...rest,
    accept: ({ json }) => submitObjection(json, sync),
  });
  const raw = asRecord(answer.json) ?? {};
  const id = await idOf(raw, answer, sync);
  const read = jobOfTask(id, route, { status: 'succeeded', ...raw });
  if (sync) return { job: { ...read, model: expectModel }, raw, replayed: false };
  return { job: { id, status: 'queued', media: read.media, model: expectModel }, raw, replayed: false };
}

/** An answer that names nothing to look at leaves its outcome unknown. */
function submitObjection(json: unknown, sync: boolean): string | undefined {
  const body = asRecord(json);
  if (sync && body !== undefined && (Array.isArray(body.data) || textOf(body.media_url) !== undefined))
    return undefined;
  const id = body === undefined ? undefined : givenId(body);
  if (id === undefined) return 'names no task';
  return idObjection(id) === undefined ? undefined : 'names the task by an id that can not be used';
}

/** The task route says `id`, the refs route `job_id`. */
function givenId(body: Record<string, unknown>): string | undefined {
  return textOf(body.id) ?? textOf(body.job_id);
}

/** Pictures that come at once may have no id; theirs is then made from the answer, so that they can be kept and named. */
async function idOf(body: Record<string, unknown>, { text }: ApiAnswer, sync: boolean): Promise<string> {
  const id = givenId(body);
  if (id !== undefined && idObjection(id) === undefined) return id;
  if (!sync) throw new Error('A task without an id was accepted');
  const { createHash } = await import('node:crypto');
  return `img_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/**
 * Looks at a task once. Its `status` decides, whatever the code of the answer.
 * @see service document §2.8, §4.5
 */
export async function pollTask(
  api: Api,
  route: TaskRoute,
  id: string,
  { notFoundGraceMs = 0, ...limits }: PollLimits = {},
): Promise<SeenTask & { retryAfterMs: number | undefined }> {
  const { clock, random } = api;
  const graceEndsMs = clock.monotonicMs() + notFoundGraceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await api.call({
        route: requestRoutes[route].poll,
        retryRoute: 'poll',
        id,
        ...limits,
        accept: ({ json }) => pollObjection(json, id),
      });
      const raw = asRecord(answer.json) ?? {};
      const retryAfterMs = parseRetryAfterMs(answer.headers['retry-after'], clock.nowMs());
      return { job: jobOfTask(id, route, raw), raw, retryAfterMs };
    } catch (error) {
      const delayMs = backoffDelayMs(attempt, random);
      if (!(error instanceof NotFoundError) || clock.monotonicMs() + delayMs > graceEndsMs) throw error;
      await sleepOrThrow(clock, delayMs, limits.signal);
    }
  }
}

function pollObjection(json: unknown, id: string): string | undefined {
  const body = asRecord(json);
  if (body === undefined || textOf(body.status) === undefined) return 'is no task: it lacks a status';
  const named = [textOf(body.id), textOf(body.job_id)].filter((one) => one !== undefined);
  if (named.length === 0 || named.includes(id)) return undefined;
  return `is about the task ${named[0]}, not ${id}`;
}
