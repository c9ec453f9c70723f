import type { Defaults } from '../../src/request/defaults.ts';

/** What is usual where nobody set anything. */
export const none: Defaults = {
  model: undefined,
  modelOrigin: undefined,
  options: {},
  count: undefined,
  promptEnhance: undefined,
  dir: '.',
  project: undefined,
  name: '{id}.{ext}',
  timeoutMs: undefined,
  intervalMs: undefined,
  concurrency: 8,
  bell: 'never',
  budgets: { day: undefined, month: undefined },
  cast: new Map(),
  uploadCommand: undefined,
  idempotencyWindowMs: 0,
};
