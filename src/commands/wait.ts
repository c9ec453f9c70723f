import { namedByFlags } from '../account/account.ts';
import { type FlagValues, switchFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { readIds, unfinishedArgument } from '../cli/id-words.ts';
import type { CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/define-command.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { tellUncalled, withCallbacks } from '../follow/callbacks.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { assertNoneIdle, assertStrictVerifies } from '../follow/send/idle-flags.ts';
import type { JobRecord } from '../ledger/record.ts';
import { filePlanOf, waitPlanOf } from '../outputs/journey.ts';
import { followFlags, onwardTables } from '../outputs/journey-flags.ts';
import { type LookupFlags, lookupFlags } from '../request/route-flags.ts';
import { safeLine } from '../text/safe-text.ts';

interface WaitInput {
  ids: readonly string[];
  all: boolean;
  download: boolean;
  flags: FlagValues<typeof followFlags> & LookupFlags;
}

export const waitCommand = defineCommand({
  describe:
    'Wait until every job ends, and print how it ended. status prints the current state without waiting; show prints request, charge and files. Exits 0 if all succeeded; for other codes: genctl help exit-codes.',
  arguments: [{ ...unfinishedArgument, required: false }],
  flags: {
    all: switchFlag(
      '--all',
      'wait for every unfinished job of this machine; with --profile, of that account',
    ),
    ...followFlags,
    ...lookupFlags,
  },
  examples: [
    'genctl wait @last',
    'genctl wait @2 @last --dir out --quiet',
    'genctl wait --all --timeout 20m',
  ],
  parse({ flags, ...words }): WaitInput {
    if (flags.all) assertAllAlone(words.arguments, flags);
    if (words.arguments.length === 0 && !flags.all) {
      throw new UsageError({
        code: 'missing_argument',
        message: 'No job is named',
        why: 'It takes ids, - for ids on stdin, or --all.',
        hint: genctl`wait @last`,
      });
    }
    const download = flags.download || flags.dir !== undefined;
    assertNoneIdle('wait', flags, { waits: true, downloads: download });
    assertStrictVerifies(flags);
    return { ids: readIds('wait', words), all: flags.all, download, flags };
  },
  async run(context, { ids, all, download, flags }) {
    await beginEvents(context, flags);
    context.onward.typed(flags, onwardTables);
    const defaults = await context.defaults();
    const records = all ? await unfinishedJobs(context) : await findJobs(context, ids, flags);
    if (all && records.length === 0) tellNoneLeft(context);
    const journey = { wait: true, download, ...waitPlanOf(flags, defaults), ...filePlanOf(flags, defaults) };
    if (download) {
      const { readyPlaceFor } = await import('../outputs/destinations/open-place.ts');
      await readyPlaceFor(context, records, journey);
    }
    tellUncalled(context, flags, records);
    const { followJobs } = await import('../follow/words/follow.ts');
    await withCallbacks(context, journey, (journey) => followJobs(context, records, journey, 'many'));
  },
});

/** The unfinished jobs of this machine, or only those of the account that the line names. */
async function unfinishedJobs(context: CommandContext): Promise<JobRecord[]> {
  const ledger = await context.ledger();
  const named = namedByFlags(context.globals);
  return ledger.list({
    where: ({ isOver, profile }) => !isOver && (named === undefined || profile === named),
  });
}

function tellNoneLeft({ globals, terminal }: CommandContext): void {
  const named = namedByFlags(globals);
  const whose = named === undefined ? 'this machine' : `the account ${safeLine(named)}`;
  terminal.err.lines([
    `Nothing to wait for: all jobs of ${whose} are finished.`,
    '  to list all: genctl jobs',
  ]);
}

/** Refuses ids and lookup flags beside `--all`: the ledger alone knows which jobs are unfinished. */
function assertAllAlone(words: readonly string[], { api, route }: LookupFlags): void {
  const [id] = words;
  const hint = genctl`wait --all`;
  if (id !== undefined) throw flagConflict('ids and --all', '--all waits for every unfinished job.', hint);
  if (api === undefined && route === undefined) return;
  const flag = api === undefined ? '--route' : '--api';
  throw flagConflict(`--all and ${flag}`, `${flag} is for an unknown id.`, hint);
}
