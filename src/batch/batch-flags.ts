import {
  choiceFlag,
  type FlagValues,
  fittingFlag,
  inGroup,
  integerFlag,
  seldom,
  switchFlag,
  textFlag,
  usually,
  type ValueFlag,
  valueFlag,
} from '../cli/flag.ts';
import { eventFlags, fileFlags, waitFlags } from '../outputs/journey-flags.ts';
import { checkFlags, moneyFlags } from '../request/guard-flags.ts';
import { tryReadJson } from '../schema/json/read-json.ts';
import { intentFlags } from '../submit/intent-flags.ts';
import { lineFlags, readIdColumn } from './columns/line-words.ts';
import { manifestFormats } from './manifest/manifest-format.ts';
import { queueFlags } from './queue-flags.ts';
import { checkedBatchName } from './rules/batch-part.ts';
import { shotNameTemplate } from './rules/line-template.ts';

const { curl: _, dryRun: __, ...checks } = checkFlags;
const { attempts, resend, tag } = intentFlags;
const { timeout, interval, exec, onInterrupt } = waitFlags;

/** Flags that say which batch it is, and where its memory is. */
const memoryFlags = inGroup('Batch:', {
  batch: valueFlag(
    '--batch <name>',
    'name of the batch (default: the file’s name without its extension)',
    checkedBatchName,
  ),
  id: usually('id', valueFlag('--id <column>', 'column with the ids of the shots', readIdColumn)),
  format: seldom(
    choiceFlag(
      '--format <format>',
      'format of the manifest, if its name does not end in it',
      manifestFormats,
    ),
  ),
  journal: seldom(
    textFlag(
      '--journal <path>',
      'the record of what was sent, to copy to another machine (default: FILE.NAME.genctl.ndjson)',
      'file',
    ),
  ),
  sameAccount: seldom(
    switchFlag('--same-account', 'accept a journal written with an older key of this account'),
  ),
  resume: seldom(switchFlag('--resume', 'only continue: refuse a batch that is new on this machine')),
});

/** Ids of lines: with commas between them, or as a list in JSON where one has a comma itself. */
function idsFlag(name: '--only' | '--picked', says: string): ValueFlag<readonly string[]> {
  return {
    ...fittingFlag(`${name} <ids>`, `${says}: ids separated by commas, or a JSON list`, readIds, {
      why: 'It takes ids of lines, separated by commas or as a JSON list.',
      meant: 's01,s04',
    }),
    write: (ids) =>
      ids.some((id) => id.includes(',') || id.startsWith('[') || id !== id.trim())
        ? JSON.stringify(ids)
        : ids.join(','),
  };
}

function readIds(text: string): readonly string[] | undefined {
  const list = text.startsWith('[') ? tryReadJson(text) : text.split(',').map((id) => id.trim());
  return Array.isArray(list) && list.length > 0 && list.every(isId) ? list : undefined;
}

function isId(one: unknown): one is string {
  return typeof one === 'string' && one !== '';
}

/** Which lines are sent. */
const sendingFlags = inGroup('Sending:', {
  only: idsFlag('--only', 'check and render these lines alone'),
  limit: integerFlag(
    '--limit <n>',
    'check and render the first n lines alone; run again without it for the rest',
    { least: 1 },
  ),
  skipInvalid: seldom(switchFlag('--skip-invalid', 'skip lines that can’t be sent')),
  renamed: seldom(
    choiceFlag(
      '--renamed <as>',
      'lines with new ids that ask for shots sent under other ids: take over their jobs, or pay for new ones',
      ['same', 'new'] as const,
    ),
  ),
  revise: switchFlag(
    '--revise',
    'render lines that changed since they were sent as new jobs, with the revision in their file names',
  ),
  retryFailed: switchFlag(
    '--retry-failed',
    'send lines again whose jobs failed, expired or were canceled; none was charged',
  ),
  attempts: { ...attempts, says: 'try each line up to n times if the service fails without a charge' },
  resend,
  tag: {
    ...tag,
    says: 'tag all jobs, to find them by genctl jobs --tag; repeatable; column tag: for one line',
  },
  shard: seldom(textFlag('--shard <k/n>', 'render part k of n: run 1/n to n/n, each on its own machine')),
  inFlight: integerFlag('--in-flight <n>', 'jobs at once (default: as many as the account takes)', {
    least: 1,
  }),
});

/** Flags that say how much the batch may cost. */
const batchMoneyFlags = {
  ...moneyFlags,
  maxCost: {
    ...moneyFlags.maxCost,
    says: 'stop sending before all runs of the batch together may cost more than this; a shard gets its share',
  },
};

/** How it is rendered by others. */
const feedFlags = inGroup('Many machines:', {
  ...queueFlags,
  queue: seldom({
    ...queueFlags.queue,
    says: 'put the lines into this queue for workers, and collect their results (GENCTL_QUEUE; genctl worker)',
  }),
  detach: seldom(
    switchFlag('--detach', 'with --queue, exit once it has all lines; run again to collect the results'),
  ),
});

/** Flags for the files that the batch writes about its shots. */
const reportFlags = inGroup('Report:', {
  report: textFlag(
    '--report <file>',
    'write a report of all shots after each run: JSON lines, or a table if it ends in .csv or .tsv',
    'file',
  ),
  failed: textFlag(
    '--failed <file>',
    'write the failed lines and their reasons to this manifest, to fix and run; .jsonl, .csv or .tsv',
    'file',
  ),
  film: textFlag(
    '--film <file>',
    'join the finished shots in the order of their lines to this .mp4 or .mov, by ffmpeg, without encoding them anew; implies --download',
    'file',
  ),
});

/** Flags that say how drafts become finals. */
const finalsFlags = inGroup('Drafts:', {
  pick: switchFlag(
    '--pick',
    'once the drafts are here, ask which to finalize. Their finals in the manifest are then sent; without such lines, genctl writes NAME.finals.jsonl beside FILE. Implies --download',
  ),
  picked: idsFlag('--picked', 'pick these drafts or finals without asking'),
});

export const batchFlags = {
  ...memoryFlags,
  ...sendingFlags,
  ...feedFlags,
  ...lineFlags,
  ...batchMoneyFlags,
  ...reportFlags,
  ...finalsFlags,
  ...inGroup('Wait and download:', {
    download: switchFlag('--download', 'download the files'),
    ...fileFlags,
    name: textFlag(
      '--name <template>',
      `name of each file (${shotNameTemplate}): {shot} (the id of the line), the columns of the manifest, {n} {id} {id8} (of the job) {model} {date} {seed} {slug} {v:03} {ext}`,
    ),
    timeout,
    interval,
    exec,
    onInterrupt,
    ...eventFlags,
  }),
  ...inGroup('Checks:', {
    dryRun: switchFlag(
      '--dry-run',
      'check all lines and print the expected cost; send nothing; --json gives a reason for each line',
    ),
    ...checks,
  }),
} as const;

export type BatchFlags = FlagValues<typeof batchFlags>;
