import type { CliError } from '../../errors/cli-error.ts';
import { JobEndedError, WaitTimeoutError } from '../../errors/endings.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { providerCodeOf } from '../../ledger/record-document.ts';
import type { Onward } from '../../request/onward.ts';
import { exitOfJob } from '../../service/lifecycle.ts';

/**
 * The error for a job that has no files, because it did not succeed, or not yet. A job that is over ends the command with its own
 * exit; an unfinished one ends it as a wait that ran out of time would. `more` are words for the wait that mends it.
 */
export function noFiles(onward: Onward, { id, job }: JobRecord, more: readonly string[] = []): CliError {
  const exit = exitOfJob(job);
  const parts = { message: `${id} has no files: it is ${job.status}`, jobId: id };
  if (exit === 'jobFailed' || exit === 'jobCanceled' || exit === 'jobExpired') {
    return new JobEndedError(exit, {
      ...parts,
      code: job.error?.code ?? 'no_outputs',
      providerCode: providerCodeOf(job.error),
      why: job.error?.message ?? 'Only a succeeded job has outputs.',
      hint: onward.step([id], 'show'),
    });
  }
  const why = 'It has outputs once it has succeeded.';
  return new WaitTimeoutError({ ...parts, code: 'not_over', why, hint: onward.step([id], 'wait', { more }) });
}
