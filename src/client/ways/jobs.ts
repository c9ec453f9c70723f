import type { Job } from '../../contract/job.ts';
import { RefusedError, UnreachableError } from '../../errors/endings.ts';
import { isOver } from '../../rules/lifecycle.ts';
import { backoffDelayMs } from '../../rules/retry.ts';
import { parseRetryAfterMs } from '../../rules/retry-after.ts';
import type { Api } from '../transport/api.ts';
import type { KeyInUse } from '../transport/api-call.ts';
import { sleepOrThrow } from '../transport/clock.ts';
import { createJobReader, isReplayed, otherJob, otherModel, paced, unusableId } from './job-answer.ts';
import { lookUntilKnown, type PollLimits } from './poll-grace.ts';

export type { PollLimits } from './poll-grace.ts';

export interface JobSubmission {
  /** The body, the same at every attempt and every repeat. */
  bytes: Uint8Array;
  idempotencyKey: string;
  /** The model named in the body: an answer about another one is not ours. */
  expectModel: string;
  /** Beside the usual ones; names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  keyInUse?: KeyInUse | undefined;
  /** When the same bytes were first sent, where what became of that is not known. Unit: ms since 1970. */
  openSinceMs?: number | undefined;
  /** Longest time to spend waiting because of 429s; 30 s unless given. Unit: ms. */
  maxRateLimitWaitMs?: number | undefined;
}

/**
 * Submits a job; sends the same bytes under the same key again while the outcome is unknown. `replayed`: the service
 * already had this job. Rejects with OutcomeUnknownError when it stays unknown.
 * @see service document §4.1
 */
export async function submitJob(
  api: Api,
  submission: JobSubmission,
): Promise<{ job: Job; raw?: unknown; replayed: boolean }> {
  const { bytes, idempotencyKey, expectModel, headers, ...how } = submission;
  const reader = createJobReader((job) => unusableId(job) ?? otherModel(job, expectModel));
  const answer = await api.call({
    route: 'submitJob',
    retryRoute: 'submitJob',
    body: bytes,
    headers: { ...headers, 'idempotency-key': idempotencyKey },
    keepAs: idempotencyKey,
    ...how,
    accept: reader.accept,
  });
  const receivedAtMs = api.clock.nowMs();
  const job = paced(reader.job(), answer, receivedAtMs);
  return { job, raw: reader.unread(), replayed: isReplayed(answer, job, receivedAtMs) };
}

/**
 * Looks at a job once. `retryAfterMs` is the Retry-After header; `raw` the answer where its outputs can't be read.
 * @see service document §4.2
 */
export async function pollJob(
  api: Api,
  id: string,
  limits: PollLimits = {},
): Promise<{ job: Job; raw: unknown; retryAfterMs: number | undefined }> {
  const { signal, deadlineMs, givesBackRateLimits } = limits;
  const reader = createJobReader((job) => otherJob(job, id));
  return lookUntilKnown(api, limits, async () => {
    const answer = await api.call({
      route: 'pollJob',
      retryRoute: 'poll',
      id,
      signal,
      deadlineMs,
      givesBackRateLimits,
      accept: reader.accept,
    });
    const retryAfterMs = parseRetryAfterMs(answer.headers['retry-after'], api.clock.nowMs());
    return { job: paced(reader.job(), answer, api.clock.nowMs()), raw: reader.unread(), retryAfterMs };
  });
}

/** Attempts at a cancel whose outcome stayed unknown. */
const cancelAttemptsMost = 4;

/**
 * Cancels a job, and resolves with what it is then: a finished job comes back unchanged. After an answer that never
 * came the job is looked at first, and canceled again only if it still goes on.
 * @see service document §4.3
 */
export async function cancelJob(
  api: Api,
  id: string,
  { signal, deadlineMs }: Pick<PollLimits, 'signal' | 'deadlineMs'> = {},
): Promise<Job> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await cancelOnce(api, id, { signal, deadlineMs });
    if ('job' in outcome) return outcome.job;
    const { job } = await pollJob(api, id, { signal, deadlineMs });
    if (outcome.error === undefined || isOver(job)) return job;
    if (attempt === cancelAttemptsMost) throw outcome.error;
    await sleepOrThrow(api.clock, backoffDelayMs(attempt, api.random), signal);
  }
}

/** `error` undefined: the service agreed, in an answer that is no job. */
async function cancelOnce(
  api: Api,
  id: string,
  limits: Pick<PollLimits, 'signal' | 'deadlineMs'>,
): Promise<{ job: Job } | { error: UnreachableError | undefined }> {
  try {
    const reader = createJobReader((job) => otherJob(job, id));
    await api.call({
      route: 'cancelJob',
      retryRoute: 'cancel',
      id,
      ...limits,
      accept: reader.accept,
    });
    return { job: reader.job() };
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'unexpected_answer') return { error: undefined };
    // What never left this machine was tried often enough.
    if (error instanceof UnreachableError && error.code !== 'unreachable') return { error };
    throw error;
  }
}
