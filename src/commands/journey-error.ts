import type { CliError } from '../errors/cli-error.ts';
import { type JobEndExit, JobEndedError } from '../errors/job-ended-error.ts';
import { thenAgain } from '../errors/system-trouble.ts';
import { WaitTimeoutError } from '../errors/wait-timeout-error.ts';
import type { WaitEnd } from '../flows/wait.ts';
import { exitOfJob, exitOfJobs, isKnownStatus } from '../rules/lifecycle.ts';
import { adviceFor } from '../ui/render/job-error-codes.ts';
import { resumeCommand } from '../ui/render/resume-command.ts';
import { shellQuote } from '../ui/render/shell-quote.ts';

/**
 * The error that says how following jobs ended; undefined where every one that is over succeeded. What kept us from
 * looking comes first, then the time, then the jobs' own ends, then their files.
 */
export function journeyError(
  ends: readonly WaitEnd[],
  downloadFailures: readonly CliError[],
  { canceled = false } = {},
): CliError | undefined {
  const failed = ends.find((end) => end.kind === 'failed');
  if (failed !== undefined) return failed.error.exit === 'machine' ? stoppedHere(failed, ends) : failed.error;
  const timedOut = ends.filter((end) => end.kind === 'timed-out');
  if (timedOut.length > 0) return timeoutError(timedOut, ends.length, canceled);
  const over = ends.filter((end) => end.kind === 'over');
  const exit = exitOfJobs(over.map(({ job }) => job));
  if (isEnd(exit)) return endError(exit, over);
  return downloadFailures[0];
}

/** Whether nobody knows yet how a job ends, or has it in writing. */
export function isUnsettled(end: WaitEnd): boolean {
  return end.kind === 'left' || (end.kind === 'failed' && end.error.exit === 'machine');
}

/** This machine ended the wait for all: once that is mended, this is how to go on with each. */
function stoppedHere({ error }: FailedEnd, ends: readonly WaitEnd[]): CliError {
  const ids = ends.filter(isUnsettled).map(({ id }) => id);
  const mend = error.hint === undefined ? '' : `${error.hint.replace(thenAgain, '')}, then: `;
  error.hint = `${mend}${resumeCommand(ids)}`;
  return error;
}

type FailedEnd = Extract<WaitEnd, { kind: 'failed' }>;
type OverEnd = Extract<WaitEnd, { kind: 'over' }>;

function timeoutError(timedOut: readonly WaitEnd[], total: number, canceled: boolean): WaitTimeoutError {
  const [first] = timedOut;
  const ids = timedOut.map(({ id }) => id);
  const late = canceled ? 'over in time' : 'over yet';
  const theJobs = ids.length === 1 ? 'the job' : 'the jobs';
  return new WaitTimeoutError({
    code: 'wait_timeout',
    message: total === 1 ? `${first?.id} is not ${late}` : `${ids.length} of ${total} jobs are not ${late}`,
    why: canceled
      ? `The time to wait is over, and the service was told to cancel ${theJobs}.`
      : `The time to wait is over; ${theJobs} ${ids.length === 1 ? 'goes' : 'go'} on.`,
    hint: canceled ? `genctl status ${ids.map(shellQuote).join(' ')}` : resumeCommand(ids),
    jobId: ids.length === 1 ? first?.id : undefined,
  });
}

function endError(exit: JobEndExit, over: readonly OverEnd[]): JobEndedError {
  const bad = over.filter(({ job }) => exitOfJob(job) !== 'done');
  const [only] = bad;
  if (bad.length !== 1 || only === undefined || over.length > 1) {
    return new JobEndedError(exit, {
      code: exit === 'mixedEnds' ? 'mixed_ends' : `jobs_${bad[0]?.job.status ?? 'ended'}`,
      message: `${bad.length} of ${over.length} jobs did not succeed`,
      why: bad
        .map(
          ({ job }) =>
            `${job.id} ${job.status}${job.error?.code === undefined ? '' : ` (${job.error.code})`}`,
        )
        .join('\n'),
      hint: `genctl show ${only?.id ?? ''}`,
    });
  }
  const { job } = only;
  const code = job.error?.code;
  return new JobEndedError(exit, {
    code: code ?? `job_${job.status}`,
    message: `${job.id} ${endWords(job.status)}${code === undefined || code === job.status ? '' : `: ${code}`}`,
    why: job.error?.message,
    hint: adviceFor(code ?? null)?.help ?? `genctl show ${job.id}`,
    retryable: code === 'provider_failed' || code === 'timeout' || code === 'internal',
    jobId: job.id,
  });
}

function endWords(status: string): string {
  if (!isKnownStatus(status)) return `ended as ${status}, which is not a state of the service`;
  return status === 'failed' || status === 'expired' ? status : `was ${status}`;
}

function isEnd(exit: ReturnType<typeof exitOfJobs>): exit is JobEndExit {
  return exit === 'jobFailed' || exit === 'jobCanceled' || exit === 'jobExpired' || exit === 'mixedEnds';
}
