import { join } from 'node:path';
import { forgetLine } from '../../api/rules/forget-line.ts';
import { flagWords } from '../../cli/flags/flag-words.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { genctl, hintText, type Line } from '../../errors/hint.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { batchFlags } from '../batch-flags.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { OnwardLines } from './batch-error.ts';

const { profile, sandbox, baseUrl } = globalFlags;

/** The flags that were given for one run alone. `--resume` is no such thing: it is a check, and the next run is one more. */
const once = { retryFailed: false, overBudget: false } as const;

/** The flags that the finals of drafts take from the line that made the drafts: how they are followed, and what they are called. */
const { attempts, dir, exec, inFlight, name: nameFlag, onInterrupt, sidecar, timeout } = batchFlags;
const ofFinals = {
  ...{ dir, name: nameFlag, attempts, inFlight },
  ...{ sidecar, timeout, exec, onInterrupt },
} as const;

/** The line that renders a manifest of finals. Their folder is one of their own: they are called as their drafts are. */
export function finalsLine({ context: { globals }, input, journey }: OpenBatch, path: string): string {
  return shellLine([
    'genctl',
    'batch',
    path,
    ...flagWords(ofFinals, { ...input.typed, dir: join(journey.dir, 'finals') }),
    ...flagWords({ profile, sandbox, baseUrl }, { ...globals }),
  ]);
}

/** The line that has a submit sent again of which the journal alone knows, once a person knows that it made no job. */
export function forgetNotedLine(
  { context: { globals }, journalPlace }: Pick<OpenBatch, 'context' | 'journalPlace'>,
  key: string,
): string {
  const ofAccount = flagWords({ profile, sandbox, baseUrl }, { ...globals });
  return `${hintText(forgetLine(key, journalPlace.path))}${ofAccount.length === 0 ? '' : ` ${shellLine(ofAccount)}`}`;
}

/** The lines that go on with a batch, each with the flags of this run; `--pick` is left out once it has written its manifest. */
export function onwardLines(
  { globals }: Pick<OutputMeans, 'globals'>,
  { input, name }: OpenBatch,
  { isPicked = false }: { isPicked?: boolean } = {},
): OnwardLines {
  const unpicked = isPicked
    ? { pick: false, picked: undefined, finals: undefined, download: input.typed.dir === undefined }
    : {};
  const wordsWith = (flags: Partial<typeof input.typed>): string[] => [
    'batch',
    input.file,
    ...flagWords(batchFlags, { ...input.typed, ...unpicked, ...once, ...flags }),
    ...flagWords({ profile, sandbox, baseUrl }, { ...globals }),
  ];
  const lineWith = (flags: Partial<typeof input.typed>): Line => ({ run: wordsWith(flags) });
  const ungated = { pick: false, picked: undefined, download: input.typed.dir === undefined };
  return {
    resume: lineWith({}),
    looking: lineWith({ ...ungated, pick: true, download: input.typed.download }),
    picked: (ids) => lineWith({ ...ungated, picked: ids, download: input.typed.download }),
    withAll: lineWith(ungated),
    roughCut: (ids) => lineWith({ only: ids, limit: undefined }),
    film: (name) => lineWith({ film: name }),
    whole: lineWith({ only: undefined, limit: undefined }),
    retryFailed: lineWith({ retryFailed: true }),
    reviseFailed: lineWith({ revise: true, retryFailed: true }),
    failedJobs: genctl`jobs --batch ${name} --status failed ${flagWords({ profile, sandbox }, { ...globals })}`,
  };
}
