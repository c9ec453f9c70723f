import type { Api } from '../transport/api.ts';
import { createJobReader, isReplayed, otherModel, paced, unusableId } from './job-answer.ts';
import { pollJob } from './poll-job.ts';
import type { Submission, SubmittedAnswer, Way } from './way.ts';

/** Jobs of v2. @see service document §4.1–4.3 */
export const jobs: Way = {
  submit: submitJob,
  poll: pollJob,
  // Hardly any run needs it.
  cancel: async (api, id, limits) => (await import('./cancel-job.ts')).cancelJob(api, id, limits),
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
