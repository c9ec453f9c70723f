import { describe, expect, it } from 'vitest';
import { timeBounds, withinBounds } from '../../../src/service/retries/clock-skew.ts';

const noonMs = Date.parse('2026-03-01T12:00:00.000Z');
const noon = 'Sun, 01 Mar 2026 12:00:00 GMT';

describe('the time of whoever sent an answer', () => {
  it('lies within its second, and the time that the answer took', () => {
    expect(timeBounds({ date: noon, tookMs: 200 })).toEqual({ leastMs: noonMs, mostMs: noonMs + 1_200 });
  });

  it('goes on while the answer lies in a cache', () => {
    expect(timeBounds({ date: noon, age: '120', tookMs: 0 })?.leastMs).toBe(noonMs + 120_000);
    expect(timeBounds({ date: noon, age: 'old', tookMs: 0 })?.leastMs).toBe(noonMs);
  });

  it('is not known without a date', () => {
    expect(timeBounds({ date: undefined, tookMs: 0 })).toBeUndefined();
    expect(timeBounds({ date: 'today', tookMs: 0 })).toBeUndefined();
  });

  it('corrects a clock only where that can not be right', () => {
    const bounds = { leastMs: noonMs, mostMs: noonMs + 5_000 };
    expect(withinBounds(noonMs + 3_000, bounds)).toBe(noonMs + 3_000);
    expect(withinBounds(noonMs + 3_600_000, bounds)).toBe(noonMs + 5_000);
    expect(withinBounds(noonMs - 3_600_000, bounds)).toBe(noonMs);
  });
});
