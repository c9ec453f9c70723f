import { UnreachableError } from '../../errors/endings.ts';
import { isSameJson } from '../../schema/json/canonical-json.ts';
import { isOver } from '../../service/lifecycle.ts';
import { backoffDelayMs } from '../../service/retries/retry.ts';
import type { Api } from '../transport/api.ts';
import { sleepOrThrow } from '../transport/clock.ts';
import { unverifiedCode } from '../trouble/trouble.ts';
import { createJobReader, isReplayed, otherJob, otherModel, paced, unusableId } from './job-answer.ts';
import {
  type CanceledJob,
  type CancelLimits,
  type KnownJob,
  lookUntilKnown,
  type PollLimits,
  type SeenJob,
  type Submission,
  type SubmittedAnswer,
  type Way,
} from './way.ts';

/** Jobs of v2. @see service document §4.1–4.3 */
export const jobs: Way = {
  submit: submitJob,
  poll: pollJob,
  cancel: cancelJob,
  vendorLinks: () => [],
};

/**
 * Submits a job. While the outcome is unknown, it sends the same bytes under the same key again. Rejects with
 * OutcomeUnknownError where the outcome stays unknown.
 * @see service document §4.1
 */
async function submitJob(
  api: Api,
  { bytes, idempotencyKey, expectModel, headers, sync: _, ...how }: Submission,
): Promise<SubmittedAnswer> {
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
  const job = paced(reader.job(), answer, api.clock.nowMs());
  return { job, raw: reader.unread(), replayed: isReplayed(answer, job) };
}

/**
 * Looks at a job once. `retryAfterMs` is the Retry-After header; `raw` the answer where its outputs can't be read.
 * @see service document §4.2
 */
async function pollJob(
  api: Api,
  { id, job: before }: Pick<KnownJob, 'id' | 'job'>,
  limits: PollLimits = {},
): Promise<SeenJob> {
  const reader = createJobReader((job) => otherJob(job, id));
  return lookUntilKnown(api, limits, {
    ...{ route: 'pollJob', id, accept: reader.accept },
    read(answer) {
      const job = paced(reader.job(), answer, api.clock.nowMs());
      // The job that its record has is kept instead of a second one that is the same.
      return { job: before !== undefined && isSameJson(job, before) ? before : job, raw: reader.unread() };
    },
  });
}

/** How often a cancel is tried whose outcome stays unknown. */
const cancelAttemptsMost = 4;

/**
 * Cancels a job, and resolves with its state afterwards; a finished job is unchanged. Where no answer came, the job is looked
 * at first, and canceled again only if it still goes on.
 * @see service document §4.3
 */
async function cancelJob(
  api: Api,
  id: string,
  { signal, deadlineMs }: CancelLimits = {},
): Promise<CanceledJob> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await cancelOnce(api, id, { signal, deadlineMs });
    if ('job' in outcome) return outcome;
    const { job, raw } = await pollJob(api, { id }, { signal, deadlineMs });
    if (outcome.error === undefined || isOver(job)) return { job, raw };
    if (attempt === cancelAttemptsMost) throw outcome.error;
    await sleepOrThrow(api.clock, backoffDelayMs(attempt, api.random), signal);
  }
}

/** Tries to cancel once. Without a job and without an `error`, the service agreed in an answer that is no job. */
async function cancelOnce(
  api: Api,
  id: string,
  limits: CancelLimits,
): Promise<CanceledJob | { error: UnreachableError | undefined }> {
  try {
    const reader = createJobReader((job) => otherJob(job, id));
    await api.call({
      route: 'cancelJob',
      retryRoute: 'cancel',
      id,
      ...limits,
      accept: reader.accept,
    });
    return { job: reader.job(), raw: reader.unread() };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    if (error.code === 'unexpected_answer') return { error: undefined };
    // After enough attempts the request never left this machine, or something else answered all of them.
    if (error.code === 'unreachable' || error.code === unverifiedCode) throw error;
    return { error };
  }
}
