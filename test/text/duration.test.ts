import { describe, expect, it } from 'vitest';
import { formatAge, formatDuration, parseDurationMs } from '../../src/text/duration.ts';

describe('a duration as it is typed', () => {
  it.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['500ms', 500],
    ['1m500ms', 60_500],
    ['1.5h', 5_400_000],
    ['90d', 7_776_000_000],
    ['2w', 1_209_600_000],
    ['0', 0],
    ['0s', 0],
    ['10M', 600_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each([
    '',
    ' ',
    '10',
    '-5s',
    '5 m',
    '30m1h',
    '1h1h',
    's',
    '1e3s',
    'NaN',
    '.5s',
    '1.s',
    `${'9'.repeat(400)}s`,
  ])('does not take %j', (text) => {
    expect(parseDurationMs(text)).toBeUndefined();
  });
});

describe('a length of time as it is shown', () => {
  it.each([
    [0, '0s'],
    [-5, '0s'],
    [Number.NaN, '0s'],
    [30, '0.1s'],
    [999, '0.9s'],
    [12_900, '12s'],
    [125_000, '2m 05s'],
    [3_599_999, '59m 59s'],
    [3_840_000, '1h 04m'],
    [93_600_000, '1d 02h'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [0, 'just now'],
    [-3_000, 'just now'],
    [40_000, '40 s ago'],
    [300_000, '5 min ago'],
    [82_800_000, '23 h ago'],
    [172_800_000, '2 d ago'],
    [-1_500_000, 'in 25 min'],
    [-1_499_950, 'in 25 min'],
    [-59_700, 'in 1 min'],
    [-3_599_000, 'in 1 h'],
    [-(2_592_000_000 - 200), 'in 30 d'],
    [-(2_592_000_000 - 40_000_000), 'in 30 d'],
    [-(2_592_000_000 - 50_000_000), 'in 29 d'],
    [-(172_800_000 - 1), 'in 2 d'],
    [-169_200_000, 'in 47 h'],
    [2_592_000_000 - 200, '29 d ago'],
    [Number.NaN, 'just now'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });
});
