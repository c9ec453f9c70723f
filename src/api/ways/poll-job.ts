import { isSameJson } from '../../schema/json/canonical-json.ts';
import type { Api } from '../transport/api.ts';
import { createJobReader, otherJob, paced } from './job-answer.ts';
import { type KnownJob, lookUntilKnown, type PollLimits, type SeenJob } from './way.ts';

/**
 * Looks at a job once. `retryAfterMs` is the Retry-After header; `raw` the answer where its outputs can't be read.
 * @see service document §4.2
 */
export async function pollJob(
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
