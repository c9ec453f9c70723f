import { jobsArgument, readIds } from '../cli/arguments.ts';
import { switchFlag } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { genctl } from '../errors/hint.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { lookAtJobs } from '../follow/look-at-jobs.ts';
import { loadLayouts, printJobs } from '../follow/words/print-jobs.ts';
import { lookupFlags } from '../request/route-flags.ts';
import { exitOfJobs } from '../service/lifecycle.ts';

export const command = defineCommand({
  describe:
    'Print the current state of each job. wait waits until they end; show prints request, charge and files, too. Name a job by its id, the beginning of its id, @last, or @2 for the one before.',
  arguments: [jobsArgument],
  flags: {
    exitStatus: switchFlag('--exit-status', 'exit with the code of the outcome'),
    ...lookupFlags,
  },
  examples: ['genctl status @last', 'genctl status @last @2 --json'],
  parse: ({ flags, ...words }) => ({ ids: readIds('status', words), flags }),
  async run(context, { ids, flags }) {
    const records = await findJobs(context, ids, flags);
    await loadLayouts(context);
    const looked = await lookAtJobs(context, records, genctl`status ID`);
    const { seen } = looked;
    const failure = looked.failure();
    // JSON has the last known state of every job; a person sees only the jobs that could be looked at.
    const shown = context.globals.json ? looked.records : seen;
    if (shown.length > 0 || failure === undefined) await printJobs(context, shown, 'many');
    if (failure !== undefined) throw failure;
    if (flags.exitStatus) context.endWith(exitOfJobs(seen.map(({ job }) => job)));
  },
});
