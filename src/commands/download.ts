import { jobsArgument, readIds } from '../cli/id-words.ts';
import { defineCommand } from '../command/define-command.ts';
import { genctl } from '../errors/hint.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { lookAtJobs } from '../follow/look-at-jobs.ts';
import { assertStrictVerifies } from '../follow/send/idle-flags.ts';
import { printJobs } from '../follow/words/print-jobs.ts';
import { tellerFor } from '../follow/words/teller.ts';
import type { JobRecord } from '../ledger/record.ts';
import { shortenIds } from '../ledger/shorten-ids.ts';
import { filePlanOf } from '../outputs/journey.ts';
import { fetchFlags, onwardTables, showFlags, strictFlag } from '../outputs/journey-flags.ts';
import { noFiles } from '../outputs/keep/no-files.ts';
import { showFiles } from '../outputs/show-files.ts';
import { lookupFlags } from '../request/route-flags.ts';
import { isOver } from '../service/lifecycle.ts';

export const downloadCommand = defineCommand({
  describe: 'Download the files of finished jobs. genctl does not download a file that is here already.',
  arguments: [jobsArgument],
  flags: { ...fetchFlags, ...strictFlag, ...showFlags, ...lookupFlags },
  examples: [
    'genctl download @last --dir out',
    "genctl download @last @2 --name '{date}/{model}-{seed}.{ext}' --quiet",
  ],
  parse({ flags, ...words }) {
    assertStrictVerifies(flags);
    return { ids: readIds('download', words), flags };
  },
  async run(context, { ids, flags }) {
    await context.watch();
    context.onward.typed({ ...flags, download: true }, onwardTables);
    const plan = filePlanOf(flags, await context.defaults());
    const found = await findJobs(context, ids, flags);
    const { assertLookedAtHere, readyPlaceFor } = await import('../outputs/destinations/open-place.ts');
    if (flags.open) assertLookedAtHere(plan, '--open');
    if (flags.preview) assertLookedAtHere(plan, '--preview');
    await readyPlaceFor(context, found, plan);
    const isTold = ({ job }: JobRecord): boolean => isOver(job) && job.outputs !== undefined;
    const untold = found.filter((record) => !isTold(record));
    const looked = await lookAtJobs(context, untold, genctl`download ID`);
    const newest = new Map([...found.filter(isTold), ...looked.records].map((record) => [record.id, record]));
    const records = found.flatMap(({ id }) => newest.get(id) ?? []);
    const without = records.find(({ job }) => job.status !== 'succeeded');
    const succeeded = records.filter(({ job }) => job.status === 'succeeded');
    const { downloadFailure, missingOf } = await import('../follow/bring-home.ts');
    const { downloadJobs } = await import('../follow/download-jobs.ts');
    const brought = await downloadJobs(context, succeeded, plan);
    const done = new Map(brought.map(({ record }) => [record.id, record]));
    context.quieten();
    const shown = records.map((record) => done.get(record.id) ?? record);
    await shortenIds(
      context,
      shown.map(({ id }) => id),
    );
    const teller = await tellerFor(context, { jobs: shown.length, journey: { ...plan, download: true } });
    if (teller === undefined) await printJobs(context, shown, 'many', { downloaded: plan });
    else for (const record of shown) teller.tell(record);
    await showFiles(context, [...done.values()], flags);
    context.throwIfInterrupted([], { missing: missingOf(brought) });
    const unseen = looked.failure();
    if (unseen !== undefined) throw unseen;
    const failure = downloadFailure(brought, context.onward, { total: shown.length });
    if (failure !== undefined) throw failure;
    if (without !== undefined) throw noFiles(context.onward, without);
  },
});
