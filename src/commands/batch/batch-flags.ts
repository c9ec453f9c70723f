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

/** Lines of a batch that may be in a queue at once: work for minutes for a large account. The feeder holds each of them in memory. */
export const usualWindow = 2_000;

/** What a batch is, and where its memory is. */
const memoryFlags = inGroup('Batch:', {
  batch: valueFlag(
    '--batch <name>',
    'its name; the file’s name without its extension unless given',
    checkedBatchName,
  ),
  id: textFlag('--id <column>', 'the column that names the shots (id)'),
  idHash: seldom(switchFlag('--id-hash', 'name each shot by a hash of its line')),
  format: seldom(
    choiceFlag('--format <format>', 'of the manifest, where its name does not tell', manifestFormats),
  ),
  journal: seldom(
    textFlag('--journal <path>', 'the memory to carry to another machine (FILE.NAME.genctl.ndjson)', 'file'),
  ),
  sameAccount: seldom(
    switchFlag('--same-account', 'the journal’s account is the one at hand, whose key was changed since'),
  ),
  resume: seldom(switchFlag('--resume', 'refuse to begin where nothing is known of the batch')),
});

/** Which lines are sent. */
const sendingFlags = inGroup('Sending:', {
  skipInvalid: switchFlag('--skip-invalid', 'go on without the lines that can’t be sent'),
  revise: switchFlag('--revise', 'a line that was changed since it was sent is a new job'),
  retryFailed: switchFlag(
    '--retry-failed',
    'another attempt for jobs that failed, expired or were canceled, uncharged',
  ),
  attempts: { ...attempts, says: 'up to n a line, after a failure of the service that was not charged' },
  resend,
  tag: {
    ...tag,
    says: 'mark the jobs of all lines, for genctl jobs --tag; repeatable. The column tag marks that of its line',
  },
  shard: textFlag('--shard <i/n>', 'only the i-th of n parts; auto or auto/n: as the runner’s variables say'),
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
    says: 'for the batch over all its runs: send no more where it may cost more; of a shard its part',
  },
};

/** How it is rendered by others. */
const feedFlags = inGroup('Many machines:', {
  ...queueFlags,
  queue: {
    ...queueFlags.queue,
    says: 'have workers render it: put the lines into this queue, and take their ends out (GENCTL_QUEUE; genctl worker)',
  },
  window: seldom(
    integerFlag('--window <n>', `lines that may be in the queue at once (${usualWindow})`, {
      least: 1,
    }),
  ),
  detach: seldom(
    switchFlag('--detach', 'with --queue, be gone once all lines are in it; run again to collect them'),
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
    'a manifest of the lines that failed, with the reason, to mend and run; .jsonl, .csv or .tsv',
    'file',
  ),
});

/** What becomes of drafts. */
const finalsFlags = inGroup('Drafts:', {
  pick: switchFlag(
    '--pick',
    'finals wait until their drafts are here and you tick some: those that are lines of the manifest are sent then, of drafts alone a manifest is written; implies --download',
  ),
  picked: pickedFlag,
  finals: seldom(
    textFlag(
      '--finals <file>',
      'the manifest that --pick writes of drafts alone (NAME.finals.jsonl, beside FILE)',
      'file',
    ),
  ),
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
    wait: seldom(switchFlag('-w, --wait', 'nothing more: a batch always waits')),
    download: switchFlag('--download', 'bring the files home'),
    ...fileFlags,
    name: textFlag(
      '--name <template>',
      `name of each file (${shotNameTemplate}): {shot} (the id of the line), the columns of the manifest, {n} {id} (of the job) {model} {date} {seed} {slug} {v:03} {ext}`,
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
