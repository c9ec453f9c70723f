import { describe, expect, it } from 'vitest';
import { clockSkewMs } from '../../src/rules/clock-skew.ts';

const sentAtMs = Date.parse('2026-03-01T12:00:00.000Z');
const answer = (date: string | undefined, age?: string) =>
  clockSkewMs({ date, age, sentAtMs, receivedAtMs: sentAtMs + 200 });

describe('how far a service’s clock is ahead of ours', () => {
  it('is told by its Date header, against the middle of the exchange', () => {
    expect(answer('Sun, 01 Mar 2026 12:00:00 GMT')).toBe(400);
    expect(answer('Sun, 01 Mar 2026 12:05:00 GMT')).toBe(300_400);
    expect(answer('Sun, 01 Mar 2026 11:00:00 GMT')).toBe(-3_599_600);
  });

  it('leaves out the time an answer lay in a cache', () => {
    expect(answer('Sun, 01 Mar 2026 11:58:00 GMT', '120')).toBe(400);
    expect(answer('Sun, 01 Mar 2026 12:00:00 GMT', 'old')).toBe(400);
  });

  it('is not known without a date', () => {
    expect(answer(undefined)).toBeUndefined();
    expect(answer('today')).toBeUndefined();
  });
});
