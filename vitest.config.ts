import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/system/**', 'test/bench/**'],
    pool: 'forks',
    setupFiles: ['test/surroundings.ts'],
    // Most tests wait for processes and clocks of their own: a core kept back would only lengthen the run.
    maxWorkers: '100%',
    testTimeout: 30_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
