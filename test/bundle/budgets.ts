/** What a run may load of `dist/`. */
export interface Budget {
  words: readonly string[];
  /** Every file, by its name without the hash. */
  chunks: readonly string[];
  /**
   * A tenth over what it loads now: growth is seen, and no small change stopped. 3 KB of whatever reads the ledger find the outputs that
   * an answer owes, and 2 KB the claims that can't be read. 1 KB finds records whose files have each other's names, and 3 KB the keys
   * whose notes are gone or have the name of another key.
   * 1 to 3 KB of whatever sends are for a key that is of another account. Unit: bytes.
   */
  bytesMost: number;
  /** Modules of Node's own that are slow to load, and that it has no use for. */
  without?: readonly string[];
  /** Its exit code; 0 unless given. */
  ends?: number;
  /** True if it is run before: the first look after a change of the ledger takes a lock. */
  isSecondLook?: true;
}

/** What Node loads for its own streams, among others. */
const notForAnAnswer = ['child_process', 'crypto', 'http', 'net', 'stream', 'tty'];
const start = ['start', 'main', 'rolldown-runtime'];
const line = [...start, 'account', 'line', 'word'];
const request = [...line, 'context', 'contract', 'network'];
const job = 'job_bench';

/** The completion of a word, of whatever kind: it runs at each press of a key. 2.4 KB of it are for keys that end or are of another account, and for budgets of accounts. Unit: bytes. */
export const wordBytesMost = 110_500;

/** The runs that have to be quick. */
export const budgets: readonly Budget[] = [
  { words: ['--version'], chunks: ['start'], bytesMost: 13_000, without: notForAnAnswer },
  {
    words: ['__complete', 'genctl wait job_'],
    chunks: [...start, 'complete-word', 'word'],
    bytesMost: 71_000,
    without: ['net'],
  },
  { words: ['--help'], chunks: ['start'], bytesMost: 13_000, without: notForAnAnswer },
  { words: ['submit', '--help'], chunks: ['start'], bytesMost: 13_000, without: notForAnAnswer },
  // Help of another width, or with other flags, is laid out by the parser.
  {
    words: ['--help', '--quiet'],
    chunks: line,
    bytesMost: 210_000,
    without: ['child_process', 'crypto', 'http', 'net'],
  },
  {
    words: ['submit', '--help', '--quiet'],
    chunks: [...line, 'flags'],
    bytesMost: 237_000,
    without: ['child_process', 'crypto', 'http'],
  },
  {
    words: ['status', job, '--json'],
    chunks: request,
    // 1 KB more of it names what each status of a gateway may mean, and how long its pages are waited out.
    bytesMost: 487_000,
    without: ['child_process', 'http2', 'perf_hooks'],
  },
  {
    words: ['submit', 'a fox', '--model', 'vendor-b/video-2.5', '--quiet'],
    chunks: [...request, 'flags', 'lines', 'submit'],
    bytesMost: 711_000,
    without: ['child_process', 'http2', 'perf_hooks'],
  },
  {
    words: ['jobs', '--limit', '20', '--json', '--sandbox'],
    chunks: [...line, 'flags', 'context', 'jobs'],
    // 11 KB of it compare the indexes of the ledger with its records, and 7 KB tell answers of gateways from the service's.
    bytesMost: 408_500,
    isSecondLook: true,
    without: ['child_process', 'crypto', 'http', 'net', 'stream'],
  },
  // An account that variables make is known by its key alone, whose fingerprint takes crypto: some 2 ms. A profile has a name.
  {
    words: ['jobs', '--limit', '20', '--json'],
    chunks: [...line, 'flags', 'context', 'jobs'],
    bytesMost: 408_500,
    without: ['child_process', 'http', 'net'],
  },
  // What is sent by nobody needs neither the network nor the sandbox.
  {
    words: ['submit', 'a fox', '--model', 'vendor-b/video-2.5', '--dry-run', '--json'],
    chunks: [
      ...[...line, 'flags', 'context', 'contract', 'lines', 'submit'],
      ...['dry-run', 'budgets', 'expected-cost'],
    ],
    // 13 KB of it compare the indexes of the ledger with its records.
    bytesMost: 627_500,
    without: ['child_process', 'http', 'net'],
  },
  {
    words: ['costs', '--json'],
    chunks: [
      ...[...line, 'flags', 'context', 'contract', 'lines', 'submit', 'budgets'],
      ...['costs', 'costs', 'jobs', 'survey'],
    ],
    bytesMost: 639_500,
    without: ['child_process', 'http', 'net'],
  },
  {
    words: ['recover', '--json'],
    chunks: [...line, 'flags', 'context', 'contract', 'lines', 'submit', 'recover', 'recover'],
    bytesMost: 611_500,
    without: ['child_process', 'http', 'net'],
  },
  // A slip is told as quickly as anything else.
  {
    words: ['submit', 'a fox', '--modle', 'vendor-a/image-1'],
    ends: 2,
    chunks: [...line, 'flags', 'context', 'contract', 'lines', 'submit', 'mends'],
    bytesMost: 631_500,
    without: ['child_process', 'http', 'net'],
  },
];

/** The help of any command: it is read while a line is being thought of. Unit: bytes. */
export const helpBytesMost = 652_500;

/** Parts that no help shows anything of. */
export const neverForHelp = ['network', 'sandbox', 'app', 'ora', 'run-composer', 'container', 'reader'];
