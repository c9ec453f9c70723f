import { defineConfig } from 'vitest/config';
import everyday, { reporters } from './vitest.config.ts';

const { setupFiles, isolate, maxWorkers, pool } = everyday.test ?? {};
const shared = { pool: pool ?? 'forks', setupFiles: setupFiles ?? [] };
const asEveryday = { isolate: isolate ?? true, maxWorkers: maxWorkers ?? 1 };

/** Thousands of runs: what is killed is a process, the rest are starts within the test's own, a sixth of the work. */
const matrices = ['conformance', 'crash-matrix', 'download-crash'].map(
  (name) => `test/system/${name}.test.ts`,
);

export default defineConfig({
  test: {
    reporters,
    projects: [
      {
        test: {
          ...shared,
          name: 'whole',
          // What the everyday suite samples, and what it starts within its own process.
          include: ['test/transcripts/**/*.test.ts', 'test/flows/open-send.test.ts'],
          // Larger ones are the matrices.
          exclude: ['test/transcripts/*crash*'],
          env: { TEST_SAMPLE: 'whole', TRANSCRIPTS: 'processes' },
          ...asEveryday,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          ...asEveryday,
          name: 'matrices',
          include: matrices,
          env: { TEST_SAMPLE: 'whole' },
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'programs',
          // Checks against programs that not every machine has: ffmpeg, ffprobe, a browser. One after the other.
          include: ['test/system/**/*.test.ts'],
          exclude: matrices,
          env: { TEST_SAMPLE: 'whole', TRANSCRIPTS: 'processes' },
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
