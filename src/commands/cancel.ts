import { cancelRecord } from '../client/record-poll.ts';
import { defineCommand } from './define-command.ts';
import { findJobs } from './find-jobs.ts';
import { jobsArgument, readIds } from './id-words.ts';
import { keepState } from './keep-state.ts';
import { printJobs } from './print-jobs.ts';
import { lookupFlags } from './route-flags.ts';

/** Cancels jobs; a finished one is shown unchanged. */
export const cancelCommand = defineCommand({
  describe:
    'Cancel jobs. A canceled job is not charged; a finished one is shown unchanged, and is not an error. v1 has no cancel.',
  arguments: [jobsArgument],
  flags: lookupFlags,
  examples: ['genctl cancel @last', 'genctl cancel @last @2 --json'],
  parse: ({ flags, ...words }) => ({ ids: readIds('cancel', words), lookup: flags }),
  async run(context, { ids, lookup }) {
    const canceled = [];
    for (const record of await findJobs(context, ids, lookup)) {
      const job = await cancelRecord(await context.apiOf(record), record);
      canceled.push(await keepState(context, record, { job }));
    }
    await printJobs(context, canceled, 'many');
  },
});
