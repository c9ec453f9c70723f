import { jobsArgument, readIds } from '../cli/arguments.ts';
import type { FlagValues } from '../cli/flag.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { genctl } from '../errors/hint.ts';
import type { BroughtHome } from '../follow/bring-home.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { isGoingOn, lookAtJobs } from '../follow/look-at-jobs.ts';
import {
  assertFileNamed,
  assertOneFile,
  assertPipe,
  chosenOutput,
  isPiped,
  pipeOutput,
  placedBy,
} from '../follow/one-output.ts';
import { assertStrictVerifies } from '../follow/send/idle-flags.ts';
import { printJobs, tellerFor } from '../follow/words/print-jobs.ts';
import type { JobRecord } from '../ledger/record.ts';
import { type FilePlan, filePlanOf } from '../outputs/journey.ts';
import { fetchFlags, onwardTables, outputFlags, showFlags, strictFlag } from '../outputs/journey-flags.ts';
import { noFiles, showFiles } from '../outputs/show-files.ts';
import { lookupFlags } from '../request/route-flags.ts';

export const command = defineCommand({
  describe: 'Download the files of finished jobs. genctl does not download a file that is here already.',
  arguments: [jobsArgument],
  flags: { ...fetchFlags, ...outputFlags, ...strictFlag, ...showFlags, ...lookupFlags },
  examples: [
    'genctl download @last --dir out',
    "genctl download @last @2 --name '{date}/{model}-{seed}.{ext}' --quiet",
    'genctl download @last --output - | sha256sum',
  ],
  parse({ flags, ...words }) {
    assertStrictVerifies(flags);
    const ids = readIds('download', words);
    assertOneFile(flags, ids.length);
    return { ids, flags };
  },
  async run(context, { ids, flags }) {
    if (isPiped(flags)) assertPipe(context);
    else assertFileNamed(context, flags);
    await context.watch();
    context.onward.typed({ ...flags, download: true }, onwardTables);
    const plan = filePlanOf({ ...flags, ...placedBy(flags) }, await context.defaults());
    const found = await findJobs(context, ids, flags);
    const { assertLookedAtHere, readyPlaceFor } = await import('../outputs/destinations/open-place.ts');
    if (flags.open) assertLookedAtHere(plan, '--open');
    if (flags.preview) assertLookedAtHere(plan, '--preview');
    if (!isPiped(flags)) await readyPlaceFor(context, found, plan);
    const looked = await lookAtJobs(context, found, genctl`download ID`, isGoingOn);
    const { records } = looked;
    const without = records.find(({ job }) => job.status !== 'succeeded');
    const succeeded = records.filter(({ job }) => job.status === 'succeeded');
    const { downloadFailure, missingOf } = await import('../follow/bring-home.ts');
    const brought = await bring(context, succeeded, plan, flags);
    const done = new Map(brought.map((one) => [one.record.id, one]));
    context.quieten();
    const isDocument = context.globals.json || context.events() !== undefined;
    const shown = records.map((record) => {
      const one = done.get(record.id);
      // Paths are files that came, and no copies of before.
      return isDocument || one?.failure === undefined
        ? (one?.record ?? record)
        : filesSince(record, one.record);
    });
    if (!isPiped(flags)) {
      const journey = { ...plan, download: true };
      const teller = await tellerFor(context, { jobs: shown.length, journey });
      await printJobs(context, shown, 'many', { downloaded: plan, teller });
    }
    await showFiles(
      context,
      brought.map(({ record }) => record),
      flags,
    );
    context.throwIfInterrupted([], { missing: missingOf(brought) });
    const unseen = looked.failure();
    if (unseen !== undefined) throw unseen;
    const failure = downloadFailure(brought, context.onward, { total: shown.length });
    if (failure !== undefined) throw failure;
    if (without !== undefined) throw noFiles(context.onward, without);
  },
});

/** Fetches what the line asks for: one output to stdout, the same one of each job, or all. Throws UsageError where that is not there. */
async function bring(
  context: CommandContext,
  records: readonly JobRecord[],
  plan: FilePlan,
  flags: FlagValues<typeof outputFlags>,
): Promise<BroughtHome[]> {
  const chosen = records.map((record) => chosenOutput(record, flags));
  if (isPiped(flags))
    return Promise.all(records.map((record) => pipeOutput(context, record, chosen[0] ?? 0)));
  const { downloadJobs } = await import('../follow/download-jobs.ts');
  return downloadJobs(context, records, { ...plan, only: chosen[0], isNamed: flags.output !== undefined });
}

/** A job with those of its files alone that it did not have before. */
function filesSince(before: JobRecord, after: JobRecord): JobRecord {
  const isNew = ({ path }: JobRecord['files'][number]) => before.files.every((file) => file.path !== path);
  return { ...after, files: after.files.filter(isNew) };
}
