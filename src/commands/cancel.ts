import { cancelRecord } from '../client/ways/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { keepState, withState } from '../flows/keep-state.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { findJobs } from './journey/find-jobs.ts';
import { printJobs } from './journey/print-jobs.ts';
import { defineCommand } from './line/define-command.ts';
import { jobsArgument, readIds } from './line/id-words.ts';
import { lookupFlags } from './request/route-flags.ts';

export const cancelCommand = defineCommand({
  describe:
    'Cancel jobs. A canceled job is not charged; a finished one is shown unchanged, and is not an error. v1 has no cancel.',
  arguments: [jobsArgument],
  flags: lookupFlags,
  examples: ['genctl cancel @last', 'genctl cancel @last @2 --json'],
  parse: ({ flags, ...words }) => ({ ids: readIds('cancel', words), lookup: flags }),
  async run(context, { ids, lookup }) {
    const canceled = new Map<string, JobRecord>();
    let failure: CliError | undefined;
    for (const record of await findJobs(context, ids, lookup)) {
      try {
        const job = await cancelRecord(await context.apiOf(record), record);
        canceled.set(record.id, withState(context, record, { job, raw: undefined }));
        canceled.set(record.id, await keepState(context, record, { job, raw: undefined }));
      } catch (error) {
        // The other jobs are canceled all the same, because each one that goes on costs money.
        if (!(error instanceof CliError)) throw error;
        failure ??= error.ofJob(record.id);
      }
    }
    if (canceled.size > 0 || failure === undefined) await printJobs(context, [...canceled.values()], 'many');
    if (failure !== undefined) throw failure;
  },
});
