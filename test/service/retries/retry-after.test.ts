import { describe, expect, it } from 'vitest';
import { parseRetryAfterMs, timerMsMost } from '../../../src/service/retries/retry-after.ts';

const nowMs = Date.UTC(1994, 10, 6, 8, 49, 0);

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['7', 7000],
    [' 120 ', 120_000],
    ['1.5', 2000],
    ['0.001', 1000],
    ['2.0', 2000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun Nov 16 08:49:00 1994', 10 * 86_400_000],
  ])('%j is a time to wait', (value, ms) => {
    expect(parseRetryAfterMs(value, nowMs)).toBe(ms);
  });

  it('that names a past date asks for no wait', () => {
    expect(parseRetryAfterMs('Sat, 05 Nov 1994 08:49:37 GMT', nowMs)).toBe(0);
  });

  it.each([
    undefined,
    '',
    ' ',
    '-5',
    '+5',
    '1e9',
    '0x10',
    'soon',
    '5 seconds',
    'NaN',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
  ])('%j asks nothing', (value) => {
    expect(parseRetryAfterMs(value, nowMs)).toBeUndefined();
  });

  it('that a timer could not take is the longest wait, not the shortest', () => {
    expect(parseRetryAfterMs('1000000000', nowMs)).toBe(timerMsMost);
    expect(parseRetryAfterMs('9'.repeat(400), nowMs)).toBe(timerMsMost);
    expect(parseRetryAfterMs('Sun, 06 Nov 2044 08:49:37 GMT', nowMs)).toBe(timerMsMost);
  });

  it('reads a two-digit year of the next century and of the last', () => {
    const inMarch2026 = Date.UTC(2026, 2, 4);
    expect(parseRetryAfterMs('Thursday, 05-Mar-26 00:00:00 GMT', inMarch2026)).toBe(86_400_000);
    expect(parseRetryAfterMs('Sunday, 06-Nov-94 08:49:37 GMT', inMarch2026)).toBe(0);
  });
});
