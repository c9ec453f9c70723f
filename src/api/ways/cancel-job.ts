import { RateLimitError, UnreachableError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import type { Job } from '../../service/job.ts';
import { isOver } from '../../service/lifecycle.ts';
import { askedPollMs } from '../../service/retries/polling.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { Api } from '../transport/api.ts';
import { createJobReader, otherJob } from './job-answer.ts';
import { pollJob } from './poll-job.ts';
import type { CanceledJob, CancelLimits, PollLimits, SeenJob } from './way.ts';

/** How long a look may take between two attempts to cancel. Unit: ms. */
const lookMsMost = 5_000;

/**
 * Cancels a job, and resolves with its state afterwards; a finished job is unchanged. While no answer says that the job is over, it is
 * looked at, as often as it allows, and canceled again. Where it still goes on in the end, the state has the error of that.
 * @see service document §4.3
 */
export async function cancelJob(
  api: Api,
  id: string,
  { signal, deadlineMs = Number.POSITIVE_INFINITY }: CancelLimits = {},
): Promise<CanceledJob> {
  const reader = createJobReader((job) => otherJob(job, id) ?? goingOn(job));
  let seen: SeenJob | undefined;
  let lookAtMs = Number.NEGATIVE_INFINITY;
  async function look(): Promise<void> {
    const nowMs = api.clock.monotonicMs();
    if (nowMs < lookAtMs) return;
    seen =
      (await lookMeanwhile(api, id, { signal, deadlineMs: Math.min(deadlineMs, nowMs + lookMsMost) })) ??
      seen;
    if (seen === undefined) return;
    if (isOver(seen.job)) throw new JobOver();
    lookAtMs =
      api.clock.monotonicMs() +
      askedPollMs({ bodySeconds: seen.job.retry_after, headerMs: seen.retryAfterMs });
  }
  try {
    await api.call({
      ...{ route: 'cancelJob', retryRoute: 'cancel', id, signal, accept: reader.accept, afterNoAnswer: look },
      deadlineMs: deadlineMs === Number.POSITIVE_INFINITY ? undefined : deadlineMs,
    });
    return { job: reader.job(), raw: reader.unread() };
  } catch (error) {
    if (seen === undefined) throw error;
    const { job, raw } = seen;
    if (error instanceof JobOver) return { job, raw };
    if (!(error instanceof UnreachableError)) throw error;
    return { job, raw, unconfirmed: unconfirmed(job, error) };
  }
}

/** Ends the call of a cancel that a look shows to be needless. */
class JobOver extends Error {
  override readonly name = 'JobOver';
}

function goingOn(job: Job): string | undefined {
  return isOver(job) ? undefined : `says that the job is ${job.status}`;
}

/** Looks at a job that is being canceled. Resolves with undefined where no answer came in time: the cancel goes on all the same. */
async function lookMeanwhile(api: Api, id: string, limits: PollLimits): Promise<SeenJob | undefined> {
  try {
    return await pollJob(api, { id }, limits);
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof RateLimitError) return undefined;
    throw error;
  }
}

/** The error of a cancel after which the job still goes on. */
function unconfirmed({ id, status }: Job, cause: UnreachableError): UnreachableError {
  return new UnreachableError({
    code: 'cancel_unconfirmed',
    message: `The cancel of ${id} could not be confirmed: the service calls the job ${safeLine(status)}`,
    why: `${cause.message}. ${cause.why ?? ''}`.trim(),
    hint: genctl`cancel ${id}`,
    jobId: id,
    status: cause.status,
    cause,
  });
}
