import { exitOfJobs } from '../rules/lifecycle.ts';
import { defineCommand } from './define-command.ts';
import { findJobs } from './find-jobs.ts';
import { switchFlag } from './flag.ts';
import { jobsArgument, readIds } from './id-words.ts';
import { lookAtJob } from './keep-state.ts';
import { printJobs } from './print-jobs.ts';
import { type LookupFlags, lookupFlags } from './route-flags.ts';

interface StatusInput {
  ids: readonly string[];
  exitStatus: boolean;
  lookup: LookupFlags;
}

/** One look at each job. */
export const statusCommand = defineCommand({
  describe:
    'Look at jobs once. A job is named by its id, the beginning of it, @last, or @2 for the one before.',
  arguments: [jobsArgument],
  flags: {
    exitStatus: switchFlag('--exit-status', 'turn the outcome into the exit code'),
    ...lookupFlags,
  },
  examples: ['genctl status @last', 'genctl status @last @2 --json'],
  parse: ({ flags, ...words }): StatusInput => ({
    ids: readIds('status', words),
    exitStatus: flags.exitStatus,
    lookup: flags,
  }),
  async run(context, { ids, exitStatus, lookup }) {
    const records = await findJobs(context, ids, lookup);
    const seen = await Promise.all(records.map((record) => lookAtJob(context, record)));
    await printJobs(context, seen, 'many');
    if (exitStatus) context.endWith(exitOfJobs(seen.map(({ job }) => job)));
  },
});
