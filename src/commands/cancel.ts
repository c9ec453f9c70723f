import { cancelRecord } from '../api/ways/index.ts';
import { readIds, unfinishedArgument } from '../cli/id-words.ts';
import type { CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/define-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { type JobFailure, jobsFailure } from '../errors/jobs-failure.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { printJobs } from '../follow/words/print-jobs.ts';
import { keepState, withState } from '../ledger/keep-state.ts';
import type { JobRecord } from '../ledger/record.ts';
import { lookupFlags } from '../request/route-flags.ts';
import type { Job } from '../service/job.ts';
import { isOver } from '../service/lifecycle.ts';
import { safeLine } from '../text/safe-text.ts';

export const cancelCommand = defineCommand({
  describe:
    'Cancel jobs. A canceled job is not charged. A finished job stays as it is, which is no error. v1 has no cancel.',
  arguments: [unfinishedArgument],
  flags: lookupFlags,
  examples: ['genctl cancel @last', 'genctl cancel @last @2 --json'],
  parse: ({ flags, ...words }) => ({ ids: readIds('cancel', words), lookup: flags }),
  async run(context, { ids, lookup }) {
    const canceled = new Map<string, JobRecord>();
    const failures: JobFailure[] = [];
    const records = await findJobs(context, ids, lookup);
    for (const record of records) {
      try {
        const job = await cancelRecord(await context.apiOf(record), record);
        tellIfOver(context, record, job);
        canceled.set(record.id, withState(context, record, { job, raw: undefined }));
        canceled.set(record.id, await keepState(context, record, { job, raw: undefined }));
      } catch (error) {
        // The other jobs are canceled all the same, because each one that goes on costs money.
        if (!(error instanceof CliError)) throw error;
        failures.push({ id: record.id, error });
      }
    }
    const failure = jobsFailure(failures, { total: records.length, done: 'canceled' });
    if (canceled.size > 0 || failure === undefined) await printJobs(context, [...canceled.values()], 'many');
    if (failure !== undefined) throw failure;
  },
});

/** Says of a job that was over before that there was nothing left to cancel. */
function tellIfOver({ globals, terminal }: CommandContext, { id, job: before }: JobRecord, job: Job): void {
  if (globals.json || globals.quiet || !isOver(job)) return;
  if (job.status === 'canceled' && !isOver(before)) return;
  terminal.err.lines([`${id} was not canceled: it had already ended (${safeLine(job.status)}).`]);
}
