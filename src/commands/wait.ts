import { unfinishedArgument } from '../cli/arguments.ts';
import type { FlagValues } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { tellUncalled, withCallbacks } from '../follow/callbacks.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { allFlag, readIdsOrAll, unfinishedJobs } from '../follow/list/unfinished-jobs.ts';
import { assertNoneIdle, assertStrictVerifies } from '../follow/send/idle-flags.ts';
import { filePlanOf, waitPlanOf } from '../outputs/journey.ts';
import { followFlags, onwardTables } from '../outputs/journey-flags.ts';
import { type LookupFlags, lookupFlags } from '../request/route-flags.ts';

interface WaitInput {
  /** Undefined for all unfinished jobs. */
  ids: readonly string[] | undefined;
  download: boolean;
  flags: FlagValues<typeof followFlags> & LookupFlags;
}

export const command = defineCommand({
  describe:
    'Wait until every job ends, and print how it ended. status prints the current state without waiting; show prints request, charge and files. Exits 0 if all succeeded; for other codes: genctl help exit-codes.',
  arguments: [{ ...unfinishedArgument, required: false }],
  flags: {
    all: allFlag('wait for'),
    ...followFlags,
    ...lookupFlags,
  },
  examples: [
    'genctl wait @last',
    'genctl wait @2 @last --dir out --quiet',
    'genctl wait --all --timeout 20m',
  ],
  parse({ flags, ...words }): WaitInput {
    const ids = readIdsOrAll('wait', { flags, ...words }, '@last');
    const download = flags.download || flags.dir !== undefined;
    assertNoneIdle('wait', flags, { waits: true, downloads: download });
    assertStrictVerifies(flags);
    return { ids, download, flags };
  },
  async run(context, { ids, download, flags }) {
    await beginEvents(context, flags);
    context.onward.typed(flags, onwardTables);
    const defaults = await context.defaults();
    const records =
      ids === undefined ? await unfinishedJobs(context, 'wait for') : await findJobs(context, ids, flags);
    const journey = { wait: true, download, ...waitPlanOf(flags, defaults), ...filePlanOf(flags, defaults) };
    if (download) {
      const { readyPlaceFor } = await import('../outputs/destinations/open-place.ts');
      await readyPlaceFor(context, records, journey);
    }
    tellUncalled(context, flags, records);
    const { followJobs } = await import('../follow/send/follow-jobs.ts');
    await withCallbacks(context, journey, (journey) => followJobs(context, records, journey, 'many'));
  },
});
