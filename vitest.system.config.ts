import { defineConfig } from 'vitest/config';
import everyday, { reporters, sequence } from './vitest.config.ts';

const { setupFiles, isolate, maxWorkers, pool } = everyday.test ?? {};
const shared = {
  pool: pool ?? 'forks',
  setupFiles: setupFiles ?? [],
  isolate: isolate ?? true,
  maxWorkers: maxWorkers ?? 1,
};

/** Thousands of runs: what is killed is a process, the rest are starts within the test's own, a sixth of the work. */
const matrices = ['conformance', 'crash-matrix', 'download-crash'].map(
  (name) => `test/system/${name}.test.ts`,
);

/** What the everyday suite samples (`test/sample.ts`) besides transcripts. */
const sampled = [
  'test/commands/compose/worded-fields.test.ts',
  'test/docs/example-commands.test.ts',
  'test/flows/open-send.test.ts',
  'test/rules/schema/circles.test.ts',
  'test/sandbox/media/{clip,picture}.test.ts',
];

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
          include: ['test/system/**/*.test.ts'],
          exclude: matrices,
          env: { TEST_SAMPLE: 'whole', TRANSCRIPTS: 'processes' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'whole',
          // What the everyday suite samples, and what it starts within its own process.
          include: ['test/transcripts/**/*.test.ts', ...sampled],
          // Larger ones are the matrices.
          exclude: ['test/transcripts/*crash*'],
          env: { TEST_SAMPLE: 'whole', TRANSCRIPTS: 'processes' },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'matrices',
          include: matrices,
          env: { TEST_SAMPLE: 'whole' },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
