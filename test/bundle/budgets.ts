/** What a run may load of `dist/`. */
export interface Budget {
  words: readonly string[];
  /** Every file, by its name without the hash. */
  chunks: readonly string[];
  /** A tenth over what it loads now: growth is seen, and no small change stopped. Unit: bytes. */
  bytesMost: number;
  /** Modules of Node's own that are slow to load, and that it has no use for. */
  without?: readonly string[];
}

/** What Node loads for its own streams, among others. */
const notForAnAnswer = ['child_process', 'crypto', 'http', 'net', 'stream', 'tty'];
const start = ['known-answer', 'main', 'rolldown-runtime'];
const line = [...start, 'line', 'word'];
const request = [...line, 'flags', 'context', 'contract', 'network'];
const job = 'job_bench';

/** The completion of a word, of whatever kind: it runs at each press of a key. Unit: bytes. */
export const wordBytesMost = 94_000;

/** The runs that have to be quick. */
export const budgets: readonly Budget[] = [
  { words: ['--version'], chunks: ['known-answer'], bytesMost: 2_300, without: notForAnAnswer },
  {
    words: ['__complete', 'job', 'job_'],
    chunks: [...start, 'word'],
    bytesMost: wordBytesMost,
    without: ['net'],
  },
  { words: ['--help'], chunks: ['known-answer'], bytesMost: 2_300, without: notForAnAnswer },
  { words: ['submit', '--help'], chunks: ['known-answer'], bytesMost: 2_300, without: notForAnAnswer },
  // Help of another width, or with other flags, is laid out by the parser.
  {
    words: ['--help', '--json'],
    chunks: line,
    bytesMost: 171_000,
    without: ['child_process', 'crypto', 'http', 'net'],
  },
  {
    words: ['submit', '--help', '--json'],
    chunks: [...line, 'flags'],
    bytesMost: 212_000,
    without: ['child_process', 'crypto', 'http'],
  },
  {
    words: ['status', job, '--json'],
    chunks: request,
    bytesMost: 664_000,
    without: ['child_process', 'http2'],
  },
  {
    words: ['submit', 'a fox', '--model', 'vendor-a/image-1', '--quiet'],
    chunks: [...request, 'lines', 'submit'],
    bytesMost: 828_000,
    without: ['child_process', 'http2'],
  },
  {
    words: ['jobs', '--limit', '20', '--json'],
    chunks: [...line, 'flags', 'context', 'jobs'],
    bytesMost: 350_000,
    without: ['child_process', 'http', 'net'],
  },
];

/** The help of any command: it is read while a line is being thought of. Unit: bytes. */
export const helpBytesMost = 586_000;

/** Parts that no help shows anything of. */
export const neverForHelp = ['network', 'sandbox', 'app', 'ora', 'run-composer', 'container', 'reader'];
