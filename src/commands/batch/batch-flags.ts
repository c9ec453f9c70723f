import { checkedBatchName } from '../../rules/batch/batch-name.ts';
import { shotNameTemplate } from '../../rules/batch/shot-name.ts';
import { manifestFormats } from '../../store/manifest/manifest-format.ts';
import { eventFlags, fileFlags, waitFlags } from '../journey/journey-flags.ts';
import {
  choiceFlag,
  type FlagValues,
  inGroup,
  integerFlag,
  seldom,
  switchFlag,
  textFlag,
  valueFlag,
} from '../line/flag.ts';
import { queueFlags } from '../queue/queue-flags.ts';
import { checkFlags } from '../request/check-flags.ts';
import { intentFlags } from '../request/intent-flags.ts';
import { moneyFlags } from '../request/money-flags.ts';
import { lineFlags } from './columns/line-commands.ts';
import { pickedFlag } from './finals/picked-flag.ts';

const { curl: _, dryRun: __, ...checks } = checkFlags;
const { attempts, resend, tag } = intentFlags;
const { timeout, interval, exec, onInterrupt } = waitFlags;

/** What a batch is, and where its memory is. */
const memoryFlags = inGroup('Batch:', {
  batch: valueFlag(
    '--batch <name>',
    'its name; the file’s name without its extension unless given',
    checkedBatchName,
  ),
  id: textFlag('--id <column>', 'the column that names the shots (id)'),
  format: seldom(
    choiceFlag('--format <format>', 'of the manifest, if its file name does not say', manifestFormats),
  ),
  journal: seldom(
    textFlag('--journal <path>', 'the file to copy to another machine (FILE.NAME.genctl.ndjson)', 'file'),
  ),
  sameAccount: seldom(
    switchFlag('--same-account', 'the journal is of this account, whose key was changed since'),
  ),
  resume: seldom(switchFlag('--resume', 'refuse to start a batch that genctl does not know here')),
});

/** Which lines are sent. */
const sendingFlags = inGroup('Sending:', {
  skipInvalid: seldom(switchFlag('--skip-invalid', 'go on without the lines that can’t be sent')),
  revise: switchFlag('--revise', 'a line that was changed since it was sent is a new job; its files say so'),
  retryFailed: switchFlag(
    '--retry-failed',
    'try again the jobs that failed, expired or were canceled, uncharged',
  ),
  attempts: { ...attempts, says: 'up to n a line, after a failure of the service that was not charged' },
  resend,
  tag: {
    ...tag,
    says: 'tag the jobs of all lines, for genctl jobs --tag; repeatable. The column tag is for one line',
  },
  shard: seldom(textFlag('--shard <i/n>', 'only the i-th of n parts: run 1/n to n/n, each on a machine')),
  inFlight: integerFlag(
    '--in-flight <n>',
    'jobs at once; unless given, what the account takes is found out',
    {
      least: 1,
    },
  ),
});

/** What it may cost. */
const batchMoneyFlags = {
  ...moneyFlags,
  maxCost: {
    ...moneyFlags.maxCost,
    says: 'stop sending once the batch may cost more than that over all its runs; a shard gets its part',
  },
};

/** How it is rendered by others. */
const feedFlags = inGroup('Many machines:', {
  ...queueFlags,
  queue: seldom({
    ...queueFlags.queue,
    says: 'have workers render it: put the lines into this queue, and collect the results (GENCTL_QUEUE; genctl worker)',
  }),
  detach: seldom(
    switchFlag('--detach', 'with --queue, exit once all lines are in it; run again to collect them'),
  ),
});

/** What is written of it. */
const reportFlags = inGroup('Report:', {
  report: textFlag(
    '--report <file>',
    'a line of JSON a shot, or a table by its ending .csv or .tsv; whole after each run',
    'file',
  ),
  failed: textFlag(
    '--failed <file>',
    'a manifest of the lines that failed, with the reason, to fix and run; .jsonl, .csv or .tsv',
    'file',
  ),
});

/** What becomes of drafts. */
const finalsFlags = inGroup('Drafts:', {
  pick: switchFlag(
    '--pick',
    'finals wait until their drafts are here and you tick some: those that are lines of the manifest are sent then, of drafts alone NAME.finals.jsonl is written, beside FILE; implies --download',
  ),
  picked: pickedFlag,
});

export const batchFlags = {
  ...memoryFlags,
  ...sendingFlags,
  ...feedFlags,
  ...lineFlags,
  ...batchMoneyFlags,
  ...reportFlags,
  ...finalsFlags,
  ...inGroup('On to the end:', {
    download: switchFlag('--download', 'bring the files home'),
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
      'check, count and say what it should cost; send nothing; --json has a reason for every line',
    ),
    ...checks,
  }),
} as const;

export type BatchFlags = FlagValues<typeof batchFlags>;
