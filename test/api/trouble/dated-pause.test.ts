import { expect, it } from 'vitest';
import { refusedStatus } from '../../../src/api/trouble/trouble.ts';

it.each([0, 2, -2])('a pause until a date is as long by a clock that is %i h ahead', (hours) => {
  const noonMs = Date.parse('2026-03-01T12:00:00Z');
  const headers = {
    date: new Date(noonMs).toUTCString(),
    'retry-after': new Date(noonMs + 30_000).toUTCString(),
  };
  const response = { status: 429, headers, body: (async function* () {})(), discard: async () => {} };
  const { retryAfterMs = 0 } = refusedStatus({ retryRoute: 'poll' }, response, {
    text: '',
    nowMs: noonMs + hours * 3_600_000,
  });
  expect(Math.abs(retryAfterMs - 30_000)).toBeLessThanOrEqual(1_000);
});
