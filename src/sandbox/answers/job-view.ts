import type { Job, JobErrorCode } from '../../service/job.ts';
import { limits } from '../../service/limits.ts';
import type { Deployment } from '../deployment.ts';
import { currentState, hasEnded, type JobOver, retentionUntilMs } from '../life/job-state.ts';
import { contentTypeOf } from '../links/output-file.ts';
import { outputUrl } from '../links/output-link.ts';
import { totalMicrousd } from '../money/prices.ts';
import type { AcceptedJob } from '../state/jobs.ts';

/** The one wording of each code. @see service document §2.3, §7.1 */
export const errorMessages: Record<JobErrorCode, string> = {
  provider_rejected: 'The model refused the request before rendering.',
  provider_failed: 'The model accepted the request and could not finish it.',
  timeout: 'The job took too long to finish.',
  expired: 'The job ran past its deadline.',
  canceled: 'The job was canceled.',
  quota_exceeded: 'There is no storage left for the outputs of this account.',
  output_too_large: 'The generated file is larger than allowed.',
  unsupported_media: 'The generated file could not be stored.',
  internal: 'The service failed.',
};

const yearMs = 365.25 * 24 * 60 * 60 * 1_000;
/** How long links live: one year longer than promised. */
const linkLifeMs = (limits.outputExpiryYears + 1) * yearMs;

/** A job as a poll shows it. @see service document §2.1, §4.2 */
export function jobView(deployment: Deployment, record: AcceptedJob): Job {
  const now = currentState(deployment, record);
  const view = {
    id: record.id,
    model: record.model,
    status: now.status,
    media: record.medium,
    created_at: timestamp(record.acceptedAtMs),
    deadline_at: timestamp(record.deadlineAtMs),
  };
  return hasEnded(now)
    ? { ...view, ...overView(deployment, record, now) }
    : { ...view, retry_after: now.retryAfterSeconds };
}

/** The answer to an accepted submit, which has these fields and no others. @see service document §2.1 */
export function acceptedView(record: AcceptedJob): Job {
  return {
    id: record.id,
    model: record.model,
    status: 'queued',
    created_at: timestamp(record.acceptedAtMs),
  };
}

function overView(deployment: Deployment, record: AcceptedJob, now: JobOver): Partial<Job> {
  const moments = {
    completed_at: timestamp(now.completedAtMs),
    retention_until: timestamp(retentionUntilMs(now.completedAtMs)),
  };
  if (now.status !== 'succeeded')
    return { ...moments, error: { code: now.errorCode, message: errorMessages[now.errorCode] } };
  const outputs = Array.from({ length: record.outputCount }, (_, index) => {
    const output = { record, position: index + 1 };
    return {
      url: outputUrl(deployment, output),
      type: record.medium,
      content_type: contentTypeOf(output),
      expires_at: timestamp(now.completedAtMs + linkLifeMs),
    };
  });
  return { ...moments, cost_usd: totalMicrousd(record.price) / 1e6, outputs };
}

/** A moment as the service writes it: ISO 8601, UTC offset, microseconds. @see service document §2.1 */
function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/Z$/, '000+00:00');
}
