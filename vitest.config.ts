import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/system/**', 'test/bench/**'],
    pool: 'forks',
    testTimeout: 20_000,
    restoreMocks: true,
  },
});
