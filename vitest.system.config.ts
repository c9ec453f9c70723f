import { defineConfig } from 'vitest/config';
import { reporters } from './vitest.config.ts';

/** Checks against programs that not every machine has: ffmpeg, ffprobe, a browser. One after the other. */
export default defineConfig({
  test: {
    include: ['test/system/**/*.test.ts'],
    pool: 'forks',
    setupFiles: ['test/surroundings.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters,
  },
});
