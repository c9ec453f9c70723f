import { sentence } from '../../api/trouble/call-words.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { ExecFailedError, type JobEndExit, JobEndedError, WaitTimeoutError } from '../../errors/endings.ts';
import { genctl, hintThen, type Line, withLine } from '../../errors/hint.ts';
import { jobsFailure } from '../../errors/jobs-failure.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocumentOf, providerCodeOf } from '../../ledger/record-document.ts';
import { requestOf } from '../../ledger/rendered-requests.ts';
import type { Onward } from '../../request/onward.ts';
import type { Job } from '../../service/job.ts';
import { exitOfJob, exitOfJobs, isKnownStatus, isRepeatable } from '../../service/lifecycle.ts';
import { downloadFailures, missingOf } from '../bring-home.ts';
import type { FollowedJob } from '../follow.ts';
import type { WaitEnd } from '../wait/target.ts';
import { adviceOn, type JobAdvice } from './job-advice.ts';

/** The jobs for which the command of `--exec` was to run, and did not end with 0. */
export function unrunOf(jobs: readonly FollowedJob[]): string[] {
  return jobs.filter(({ exec }) => exec !== undefined && exec.kind !== 'done').map(({ record }) => record.id);
}

/**
 * The error that says how following jobs ended; undefined where every job that is over succeeded. A look that failed is reported first, then
 * a timeout, then a job that did not succeed. Missing files follow, then commands of `--exec` that failed. The hint of each has the command
 * that continues with all other jobs.
 */
export function journeyError(
  jobs: readonly FollowedJob[],
  onward: Pick<Onward, 'step'>,
): CliError | undefined {
  const execFailures = jobs.flatMap(({ exec }) => (exec?.kind === 'failed' ? [exec.error] : []));
  const error = endOfJobs(jobs, onward);
  if (error === undefined) return execError(execFailures, jobs, onward);
  const besides = execFailures.map(({ message }) => `${message}.`);
  if (besides.length > 0)
    error.why = [...(error.why === undefined ? [] : [sentence(error.why)]), ...besides].join('\n');
  return error;
}

/** The error for jobs, looks and files; undefined where all of them are as they should be. */
function endOfJobs(jobs: readonly FollowedJob[], onward: Pick<Onward, 'step'>): CliError | undefined {
  const ends = jobs.map(({ end }) => end);
  const goingOn = ends.filter(isUnsettled).map(({ id }) => id);
  const failures = ends.flatMap((end) => (end.kind === 'failed' ? [end] : []));
  const failed = jobsFailure(failures, { total: ends.length, done: 'waited for' });
  const unrun = unrunOf(jobs);
  const rest = [...goingOn, ...missingOf(jobs), ...unrun];
  const line =
    rest.length === 0 ? undefined : onward.step(rest, 'wait', { unfinished: rest.length === goingOn.length });
  if (failed !== undefined) return goneOn(failed, line);
  const timedOut = ends.filter((end) => end.kind === 'timed-out');
  if (timedOut.length > 0) return timeoutError(timedOut, ends.length, line);
  const over = jobs.flatMap(({ end, record }) => (end.kind === 'over' ? [{ job: end.job, record }] : []));
  const exit = exitOfJobs(over.map(({ job }) => job));
  if (isEnd(exit)) return goneOn(endError(exit, over, onward), line);
  const [failure] = downloadFailures(jobs, onward);
  // The hint of the failure already has the command for all missing files.
  const others = [...goingOn, ...unrun];
  return failure === undefined || others.length === 0 ? failure : goneOn(failure, onward.step(others));
}

/** The error for commands of `--exec` that failed, where nothing else did. */
function execError(
  execFailures: readonly CliError[],
  jobs: readonly FollowedJob[],
  onward: Pick<Onward, 'step'>,
): CliError | undefined {
  const [only, ...others] = execFailures;
  if (only === undefined) return undefined;
  const line = onward.step(unrunOf(jobs));
  if (others.length === 0) return goneOn(only, line);
  return new ExecFailedError({
    code: 'exec_failed',
    message: `--exec failed for ${execFailures.length} of ${jobs.length} jobs`,
    why: execFailures.map(({ jobId, why }) => `${jobId}: ${why}`).join('\n'),
    hint: line,
  });
}

/** Tells whether the end of a job is still to come, or is not recorded. */
export function isUnsettled(end: WaitEnd): boolean {
  return end.kind !== 'over' && !(end.kind === 'failed' && end.error.exit === 'notFound');
}

/** Adds the command that continues to the hint of an error. */
function goneOn(error: CliError, line: Line | undefined): CliError {
  if (line === undefined) return error;
  // After a trouble of this machine is mended, the command to run again is this one.
  return error.mendBy((hint) =>
    error.exit === 'machine' && hint !== undefined ? hintThen(hint, line) : withLine(hint, line),
  );
}

/** A job that is over: as its end has it, and its record. */
interface OverJob {
  job: Job;
  record: JobRecord;
}

function timeoutError(timedOut: readonly WaitEnd[], total: number, line: Line | undefined): WaitTimeoutError {
  const [first] = timedOut;
  const isOne = timedOut.length === 1;
  return new WaitTimeoutError({
    code: 'wait_timeout',
    message:
      total === 1
        ? `${first?.id} has not finished yet`
        : `${timedOut.length} of ${total} jobs have not finished yet`,
    why: `The waiting time ran out; ${isOne ? 'the job keeps' : 'the jobs keep'} running.`,
    hint: line,
    jobId: isOne ? first?.id : undefined,
  });
}

function endError(exit: JobEndExit, over: readonly OverJob[], onward: Pick<Onward, 'step'>): JobEndedError {
  const bad = over.filter(({ job }) => exitOfJob(job) !== 'done');
  const [only] = bad;
  if (bad.length !== 1 || only === undefined || over.length > 1) {
    return new JobEndedError(exit, {
      code: exit === 'mixedEnds' ? 'mixed_ends' : `jobs_${bad[0]?.job.status ?? 'ended'}`,
      message: `${bad.length} of ${over.length} jobs did not succeed`,
      why: bad
        .map(({ job }) => {
          const words = codeWords(job);
          return `${job.id} ${job.status}${words === undefined ? '' : ` (${words})`}`;
        })
        .join('\n'),
      hint: only === undefined ? undefined : onward.step([only.job.id], 'show'),
    });
  }
  const { job, record } = only;
  const code = job.error?.code;
  const words = codeWords(job);
  const advice = adviceOn(jobDocumentOf(record, requestOf(record)));
  return new JobEndedError(exit, {
    code: code ?? `job_${job.status}`,
    message: `${job.id} ${endWords(job.status)}${words === undefined || words === job.status ? '' : `: ${words}`}`,
    why: withAdvice(job.error?.message, advice),
    hint: adviceCommand(advice, onward) ?? onward.step([job.id], 'show'),
    providerCode: providerCodeOf(job.error),
    retryable: isRepeatable(code),
    jobId: job.id,
  });
}

/** Why a job failed, and in words what helps. */
function withAdvice(why: string | undefined, { command, says }: JobAdvice = {}): string | undefined {
  if (says === undefined || command?.[0] === 'models') return why;
  return [why, `${says.charAt(0).toUpperCase()}${says.slice(1)}${command === undefined ? '.' : ':'}`]
    .filter((part) => part !== undefined)
    .join('\n');
}

/** The command that mends a failure. A job that is made again is followed as this one was, or at least waited for. */
function adviceCommand(advice: JobAdvice | undefined, onward: Pick<Onward, 'step'>): Line | undefined {
  const [command, id, ...more] = advice?.command ?? [];
  if (command === undefined || id === undefined) return undefined;
  return command === 'rerun' ? onward.step([id], 'rerun', { more }) : genctl`${command} ${id}`;
}

/** The codes of the service and of the generator for why a job failed. */
function codeWords({ error }: Job): string | undefined {
  const own = providerCodeOf(error);
  if (error?.code === undefined || own === undefined) return error?.code ?? own;
  return `${error.code} (${own})`;
}

function endWords(status: string): string {
  if (!isKnownStatus(status)) return `ended as ${status}, which is not a state of the service`;
  return status === 'failed' || status === 'expired' ? status : `was ${status}`;
}

function isEnd(exit: ReturnType<typeof exitOfJobs>): exit is JobEndExit {
  return exit === 'jobFailed' || exit === 'jobCanceled' || exit === 'jobExpired' || exit === 'mixedEnds';
}
