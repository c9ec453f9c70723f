import { settingTable } from '../account/settings/setting-table.ts';
import {
  choiceFlag,
  type FlagValues,
  fittingFlag,
  inGroup,
  integerFlag,
  offFlag,
  seldom,
  switchFlag,
  textFlag,
  usually,
  type ValueFlag,
  valueFlag,
} from '../cli/flag.ts';
import { checkNameTemplate, nameFieldsTold } from '../files/name-template.ts';
import { durationWord, parseDurationMs } from '../text/duration.ts';
import { likelyDuration } from '../text/typed-value.ts';

const group = 'Wait and download:';
const { concurrency } = settingTable;

/** How a wait is bounded and paced. */
export const waitFlags = inGroup(group, {
  timeout: durationFlag(
    '--timeout <duration>',
    'stop waiting after 90s, 10m, … (0: never); the job keeps running',
  ),
  interval: seldom(
    durationFlag(
      '--interval <duration>',
      'least time between status checks, unless the service asks for more',
    ),
  ),
  listen: seldom(
    integerFlag(
      '--listen <port>',
      'take callbacks on this port of this machine, each a hint to look soon; 0 picks a free one',
      { least: 0, most: 65_535 },
    ),
  ),
  failFast: seldom(switchFlag('--fail-fast', 'stop waiting at the first job that does not succeed')),
  onInterrupt: seldom(
    choiceFlag(
      '--on-interrupt <what>',
      'on Ctrl-C or another signal, leave unfinished jobs running (the default), or cancel them',
      ['detach', 'cancel'],
    ),
  ),
  exec: seldom(
    fittingFlag(
      '--exec <command>',
      'run this shell command for each job that finishes, after its download; for its variables: genctl help environment',
      (text) => (text.trim() === '' ? undefined : text),
      { why: 'It takes a shell command.', meant: 'echo "$GENCTL_FILES"' },
    ),
  ),
});

/** Flags for the place and the names of files. */
export const fileFlags = inGroup(group, {
  dir: placeFlag('; implies --download'),
  s3Endpoint: seldom({
    ...textFlag('--s3-endpoint <url>', 'the object store of s3://…, if not AWS (AWS_ENDPOINT_URL_S3)'),
    variable: 'AWS_ENDPOINT_URL_S3',
  }),
  name: valueFlag('--name <template>', `name of each file, of ${nameFieldsTold}`, checkNameTemplate),
  overwrite: seldom(switchFlag('--overwrite', 'replace existing files instead of choosing another name')),
  sidecar: seldom(offFlag('--no-sidecar', 'write no JSON beside a file to say what made it')),
  verify: switchFlag(
    '--verify',
    'compare the files with the request: length, size, frame rate, sound; with --strict a mismatch exits 14',
  ),
  concurrency: seldom(
    usually(concurrency.builtIn, integerFlag('--concurrency <n>', 'downloads at once', concurrency)),
  ),
});

/** As `fileFlags`, for commands that do nothing but fetch. */
export const fetchFlags = {
  ...fileFlags,
  ...inGroup(group, { dir: placeFlag('') }),
};

/** `--strict` of commands that check no request. */
export const strictFlag = inGroup(group, {
  strict: seldom(switchFlag('--strict', 'with --verify, exit 14 on a mismatch')),
});

/** The flags for one output of a job. */
export const outputFlags = inGroup(group, {
  output: textFlag(
    '--output <file>',
    'the file for the one output of one job; - writes its bytes to stdout',
    'file',
  ),
  number: integerFlag('--number <n>', 'only the n-th output of a job', { least: 1 }),
});

/** Ways to look at files that came home. */
export const showFlags = {
  preview: switchFlag('--preview', 'show a frame of each file on the terminal'),
  open: switchFlag('--open', 'open each file with the program of the desktop'),
} as const;

/** The flag that puts events on stdout. */
export const eventFlags = inGroup(group, {
  events: seldom(
    switchFlag('--events', 'print each event on stdout as a line of JSON, instead of the result'),
  ),
});

/** The flags that say how far a submitted job is followed. */
export const journeyFlags = {
  ...inGroup(group, {
    wait: switchFlag('-w, --wait', 'wait until the job ends'),
    download: switchFlag('--download', 'download its files once it succeeds; implies --wait'),
  }),
  ...fileFlags,
  ...waitFlags,
  ...eventFlags,
} as const;

/** The flags of `wait`, which follows jobs that exist. */
export const followFlags = {
  any: switchFlag('--any', 'stop at the first job that ends'),
  download: switchFlag('--download', 'download the files as each job ends'),
  ...fileFlags,
  ...strictFlag,
  ...waitFlags,
  ...eventFlags,
} as const;

/** The flags that the commands which continue with jobs take over from the command line. */
export const onwardTables = {
  wait: followFlags,
  download: { ...fetchFlags, ...outputFlags, ...strictFlag, ...showFlags },
  finalize: journeyFlags,
  rerun: journeyFlags,
} as const;

export type WaitFlags = FlagValues<typeof waitFlags>;
export type FileFlags = FlagValues<typeof fileFlags>;
/** `strict` is declared with the checks of a request, and by `strictFlag` where there are none. */
export type JourneyFlags = FlagValues<typeof journeyFlags> & WaitFlags & FileFlags & StrictFlag;
export type StrictFlag = Partial<FlagValues<typeof strictFlag>>;

function placeFlag(saysMore: string): ValueFlag<string> {
  return textFlag('-D, --dir <folder>', `download to a folder or s3://BUCKET/PREFIX${saysMore}`, 'folder');
}

/** A flag for a duration such as `10m`, read as milliseconds. */
function durationFlag(syntax: string, says: string): ValueFlag<number> {
  const flag = fittingFlag(syntax, says, parseDurationMs, {
    why: 'A duration is a number with ms, s, m or h, such as 90s, 10m or 1h30m.',
    meant: (text) => likelyDuration(text, 's'),
  });
  return { ...flag, write: durationWord };
}
