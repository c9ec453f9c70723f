import { localPicture, manifests, signed } from './typed-manifests.ts';

/** A command line that an earlier genctl ran, and what met it. */
export interface TypedLine {
  /** The wall clock of the machine and of the service, ISO 8601. */
  at: string;
  /** `$WORK` is the working folder. */
  words: string[];
  /** Written before, below the folder that holds `genctl` and `work`. */
  files?: Record<string, string>;
  stdin?: string;
  /** The jobs that it makes take minutes, not an instant. */
  isSlow?: true;
  /** How the run ends as its n-th submit arrives, from 1: killed before its answer; the submit was taken, or never seen. */
  killed?: { atSubmit: number; isTaken: boolean };
  /** The exit codes that it may have; 0 alone where that is left out. A killed run has none. */
  exits?: readonly number[];
}

const october = '2026-10-31T22:40:00Z';
const november = '2026-11-01T09:10:00Z';
const later = '2026-11-01T18:30:00Z';
const atOnce = { atSubmit: 1, isTaken: true };

const image = ['-m', 'vendor-a/image-1'];
const clip = ['-m', 'vendor-b/video-2.5', '--duration', '4', '--resolution', '480p'];
const spicy = ['-m', 'spicy/video-2-5', '--duration', '4', '--resolution', '480p'];
const out = ['-D', '$WORK/out'];
/** The prices of v1 are told by nobody. */
const assumed = ['--assume-cost', '0.5'];

const prices = `model,tier,per,sound,video,usd,least
vendor-b/video-2.5,480p,second,,no,0.02,
vendor-b/video-2.5,1080p,second,,no,0.1,
spicy/video-2-5,480p,second,,no,0.02,
spicy/video-2-5,720p,second,,no,0.045,
vendor-b/image-1,,output,,,0.02,
vendor-a/image-1,,output,,,0.03,
`;

const uploadCommand = JSON.stringify([
  'sh',
  '-c',
  'echo "https://files.example.com/uploads/$(basename "$1")"',
  'upload',
]);

const first: TypedLine[] = [
  {
    at: october,
    words: ['config', 'set', 'budget.day', '50'],
    files: { 'genctl/prices.csv': prices, ...manifests },
  },
  { at: october, words: ['config', 'set', 'budget.month', '400'] },
  { at: october, words: ['config', 'set', 'upload_command', uploadCommand] },
  {
    at: october,
    words: ['auth', 'login', '--profile', 'studio', '--base-url', '$BASE_URL'],
    stdin: 'sbx_studio\n',
  },
  { at: october, words: ['submit', 'once hero 0', ...image, '--once', 'hero', ...out] },
  { at: october, words: ['submit', 'once hero 1', ...image, '--once', 'hero', '--revise', ...out] },
  {
    at: october,
    words: [
      ...['submit', 'once lighthouse 0 sandbox:fails_twice', ...clip],
      ...['--once', 'lighthouse', '--attempts', '3', '--tag', 'scene=lighthouse', '-w'],
    ],
  },
  {
    at: october,
    words: [...['submit', 'plain old-1', ...image, '--takes', '3', '--yes', '--tag', 'client=acme', '-w']],
  },
  {
    at: october,
    words: ['draft', 'plain old-2', '--duration', '4', '--takes', '2', '--once', 'opening', '-w'],
  },
  { at: october, words: ['finalize', '@last', '--once', 'final-0', ...out] },
  {
    at: october,
    words: ['submit', 'once v1-task 0', ...clip, '--api', 'v1', '--once', 'v1-task', ...assumed, ...out],
  },
  {
    at: october,
    words: [
      'submit',
      'once v1-image 0',
      '-m',
      'vendor-b/image-1',
      '--api',
      'v1',
      '--once',
      'v1-image',
      ...assumed,
      ...out,
    ],
  },
  {
    at: october,
    words: [
      ...['submit', 'plain old-3', '-m', 'vendor-b/image-1', '--api', 'v1', '--sync', '--once', 'v1-sync'],
      ...[...assumed, ...out],
    ],
  },
  {
    at: october,
    words: [
      ...['refs', 'plain old-4', '-m', 'spicy/video-2-5', '--duration', '4', '--resolution', '480p'],
      ...['--ref-image', signed('face.png', '3'), '--no-probe', '--once', 'refs', ...assumed, '-w'],
    ],
  },
  {
    at: october,
    words: ['submit', 'once spicy 0', ...spicy, '--once', 'spicy', ...assumed, '-w'],
  },
  {
    at: october,
    words: ['submit', 'plain old-5', ...clip, '--first-frame', localPicture, '--once', 'from-file', '-w'],
  },
  {
    at: october,
    words: [
      ...['submit', 'once of-link 0', ...clip, '--first-frame', signed('frame.png', '4')],
      ...['--no-probe', '--once', 'of-link', ...out],
    ],
  },
  { at: october, words: ['batch', '$WORK/m5.jsonl', ...out, ...assumed] },
];

const second: TypedLine[] = [
  { at: november, words: ['batch', '$WORK/m1.jsonl', ...out, '--only', 's0,s1,s2', ...assumed], exits: [5] },
  {
    at: november,
    words: ['batch', '$WORK/m1.jsonl', ...out, '--timeout', '2s', ...assumed],
    isSlow: true,
    exits: [4, 12],
  },
  {
    at: november,
    words: ['batch', '$WORK/numbered.csv', ...out, '--report', '$WORK/report.ndjson', ...assumed],
  },
  {
    at: november,
    words: ['batch', '$WORK/m3.jsonl', ...out, ...assumed],
    killed: { atSubmit: 3, isTaken: true },
  },
  { at: november, words: ['batch', '$WORK/m4.jsonl', ...out, ...assumed] },
  { at: november, words: ['batch', '$WORK/m6.jsonl', ...out, '--no-probe', ...assumed] },
  { at: november, words: ['batch', '$WORK/m7.jsonl', ...out, '--shard', '1/2', ...assumed] },
  { at: november, words: ['batch', '$WORK/m8.jsonl', ...assumed], killed: { atSubmit: 2, isTaken: true } },
  {
    at: november,
    words: ['submit', 'plain old-6', ...image, '--once', 'of-studio', '--profile', 'studio', ...out],
  },
  {
    at: november,
    words: ['submit', 'plain old-7 sandbox:expired', ...image, '-w', '--once', 'late', '--timeout', '3h'],
    exits: [7],
  },
  { at: november, words: ['submit', 'plain old-8 sandbox:stuck', ...clip, '--once', 'stopped'] },
  { at: november, words: ['cancel', '@last'] },
  { at: november, words: ['submit', 'plain old-9', ...clip, '--once', 'running'], isSlow: true },
  {
    at: november,
    words: ['submit', 'plain old-10 sandbox:provider_rejected', ...image, '--once', 'refused', '-w'],
    exits: [5],
  },
  {
    at: november,
    words: ['submit', 'plain old-11', ...image, '--idempotency-key', 'made-by-hand', '-w'],
  },
  {
    at: november,
    words: ['submit', 'plain old-12 sandbox:out_of_balance', ...image, '--once', 'poor'],
    exits: [15],
  },
  { at: november, words: ['submit', 'once sandboxed 0', ...image, '--once', 'sandboxed', '--sandbox', '-w'] },
];

/** Answers that never arrived. */
const third: TypedLine[] = [
  { at: later, words: ['submit', 'once lost 0', ...image, '--once', 'lost'], killed: atOnce },
  { at: later, words: ['submit', 'plain old-13', ...clip], killed: atOnce },
  {
    at: later,
    words: ['submit', 'once unseen 0', ...image, '--once', 'unseen'],
    killed: { atSubmit: 1, isTaken: false },
  },
  {
    at: later,
    words: ['submit', 'once v1-lost 0', ...clip, '--api', 'v1', '--once', 'v1-lost', ...assumed],
    killed: atOnce,
  },
  { at: later, words: ['costs'] },
  { at: later, words: ['jobs'] },
];

export const typedLines: readonly TypedLine[] = [...first, ...second, ...third];
