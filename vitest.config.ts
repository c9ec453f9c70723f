import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/system/**', 'test/bench/**'],
    pool: 'forks',
    testTimeout: 30_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
