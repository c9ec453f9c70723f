import { cancelJob } from '../client/jobs.ts';
import { defineCommand } from './define-command.ts';
import { findJobs } from './find-jobs.ts';
import { keepState } from './keep-state.ts';
import { printJobs } from './print-jobs.ts';

/** Cancels jobs; a finished one is shown unchanged. */
export const cancelCommand = defineCommand({
  describe:
    'Cancel jobs. A canceled job is not charged; a finished one is shown unchanged, and is not an error.',
  arguments: [{ name: 'id', says: 'a job', many: true, required: true }],
  flags: {},
  examples: ['genctl cancel @last', 'genctl cancel @last @2 --json'],
  parse: ({ arguments: ids }) => ({ ids }),
  async run(context, { ids }) {
    const canceled = [];
    for (const record of await findJobs(context, ids)) {
      const job = await cancelJob(await context.apiOf(record), record.id);
      canceled.push(await keepState(context, record, job));
    }
    await printJobs(context, canceled, 'many');
  },
});
