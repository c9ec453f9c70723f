import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longRooms } from './test/levels.ts';
import config, { reporters, sequence } from './vitest.config.ts';

/** `npm run test:proofs`: every case, every transcript as a process, and the long proofs at the size that is promised. */
const isWhole = process.env.TEST_PROOFS === 'whole';

const { execArgv, experimental, globalSetup, setupFiles, isolate, pool } = config.test ?? {};
const shared = {
  execArgv: execArgv ?? [],
  experimental: experimental ?? {},
  globalSetup: globalSetup ?? [],
  pool: pool ?? 'forks',
  setupFiles: setupFiles ?? [],
  isolate: isolate ?? true,
  // Three quarters of their time they wait for processes, clocks and screens.
  maxWorkers: availableParallelism() + 4,
};

/** For what types at the program: a start within the test's own process, and in the proofs a process. */
const typed = isWhole ? { TEST_SAMPLE: 'whole', TRANSCRIPTS: 'processes' } : { TEST_SAMPLE: '' };

/** Thousands of runs: what is killed is a process, the rest are starts within the test's own, a sixth of the work. */
const matrices = ['conformance', 'crash-matrix', 'download-crash', 'queue-crash-matrix'].map(
  (name) => `test/system/${name}.test.ts`,
);

/** What the everyday suite leaves out, and what it samples (`test/sample.ts`). */
const whole = [
  longRooms,
  'test/{bundle,docs}/**/*.test.ts',
  'test/submit/{open-send,submit-property}.test.ts',
];

/** Each form that is shipped does the main job in an empty place: npm and Debian's mirror give some 300 MB for that. */
const ship = {
  test: {
    ...shared,
    name: 'ship',
    include: ['test/ship/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
};

export default defineConfig({
  test: {
    reporters,
    sequence,
    projects: [
      {
        test: {
          ...shared,
          name: 'programs',
          // Checks against programs that not every machine has: ffmpeg, ffprobe, a browser, a terminal. Most of their time is waiting.
          include: ['test/system/**/*.test.ts', 'test/search/*.test.ts'],
          exclude: matrices,
          env: typed,
          // Twice what the longest takes on a quiet machine: these run beside what computes.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'transcripts',
          // Mostly starts within the test's own process. Larger ones are the matrices.
          include: ['test/{mends,transcripts}/**/*.test.ts'],
          env: typed,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'whole',
          include: whole,
          env: typed,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'matrices',
          include: matrices,
          env: { TEST_SAMPLE: isWhole ? 'whole' : '' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...(isWhole ? [ship] : []),
    ],
  },
});
