import { join } from 'node:path';
import { forgetLine } from '../../api/trouble/call-words.ts';
import { flagWords } from '../../cli/flags/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../../cli/global-flags.ts';
import { genctl, hintText, type Line } from '../../errors/hint.ts';
import type { JobStatus } from '../../service/wire-values.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { batchFlags } from '../batch-flags.ts';
import type { OpenBatch } from '../open-batch.ts';

const { profile, sandbox, baseUrl } = globalFlags;

/** The flags that were given for one run alone. `--resume` is no such thing: it is a check, and the next run is one more. */
const once = { retryFailed: false, overBudget: false, renamed: undefined } as const;

/** The flags that the finals of drafts take from the line that made the drafts: how they are followed, and what they are called. */
const { attempts, dir, exec, inFlight, name: nameFlag, onInterrupt, sidecar, timeout } = batchFlags;
const ofFinals = {
  ...{ dir, name: nameFlag, attempts, inFlight },
  ...{ sidecar, timeout, exec, onInterrupt },
} as const;

/** The flags of the account that a line has named. */
function accountWords(globals: GlobalFlags): string[] {
  return flagWords({ profile, sandbox, baseUrl }, { ...globals });
}

/** The line that renders a manifest of finals. Their folder is one of their own: they are called as their drafts are. */
export function finalsLine({ context, input, journey }: OpenBatch, path: string): string {
  const flags = flagWords(ofFinals, { ...input.typed, dir: join(journey.dir, 'finals') });
  return shellLine(['genctl', 'batch', path, ...flags, ...accountWords(context.globals)]);
}

/** The line that has a submit sent again of which the journal alone knows, once a person knows that it made no job. */
export function forgetNotedLine(
  { context, journalPlace }: Pick<OpenBatch, 'context' | 'journalPlace'>,
  key: string,
): string {
  const ofAccount = accountWords(context.globals);
  return `${hintText(forgetLine(key, journalPlace.path))}${ofAccount.length === 0 ? '' : ` ${shellLine(ofAccount)}`}`;
}

export type OnwardLines = ReturnType<typeof onwardLines>;

/** The lines that go on with a batch, each with the flags of this run; `--pick` is left out once it has written its manifest. */
export function onwardLines(
  { context: { globals }, input, name }: OpenBatch,
  { isPicked = false }: { isPicked?: boolean } = {},
) {
  const { typed } = input;
  const ungated = { pick: false, picked: undefined, download: typed.dir === undefined };
  const usual = { ...typed, ...(isPicked ? ungated : {}), ...once };
  const lineWith = (flags: Partial<typeof typed>): Line => ({
    run: ['batch', input.file, ...flagWords(batchFlags, { ...usual, ...flags }), ...accountWords(globals)],
  });
  return {
    /** Runs it again as it was. */
    resume: lineWith({}),
    /** Runs it again, and has a person look at drafts. */
    looking: lineWith({ ...ungated, pick: true, download: typed.download }),
    /** Runs it again with these drafts picked, and no others. */
    picked: (ids: readonly string[]) => lineWith({ ...ungated, picked: ids, download: typed.download }),
    /** Runs it again with all finals. */
    withAll: lineWith(ungated),
    /** Runs it again for these lines alone. */
    roughCut: (ids: readonly string[]) => lineWith({ only: ids, limit: undefined }),
    /** The line that makes a film of that name. */
    film: (path: string) => lineWith({ film: path }),
    /** Runs it again for all of its lines. */
    whole: lineWith({ only: undefined, limit: undefined }),
    /** Has another attempt for what failed. */
    retryFailed: lineWith({ retryFailed: true }),
    /** Renders changed lines anew, and has another attempt for what failed. */
    reviseFailed: lineWith({ revise: true, retryFailed: true }),
    /** Lists the jobs, or those in this state alone. */
    jobs: (status?: JobStatus) =>
      genctl`jobs --batch ${name} ${status === undefined ? [] : ['--status', status]} ${flagWords({ profile, sandbox }, { ...globals })}`,
  };
}
