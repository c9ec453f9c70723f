import { describe, expect, it } from 'vitest';
import { parseDurationMs } from '../../src/text/duration.ts';
import { likelyDuration, likelyInteger } from '../../src/text/typed-value.ts';

describe('the same in another spelling', () => {
  it.each([
    ['5.0', 5],
    ['+5', 5],
    [' 5 ', 5],
    ['3.7', undefined],
    ['5.00', 5],
    ['5.000000', 5],
    ['1.000', undefined],
    ['10.000', undefined],
    ['1,000', undefined],
    ['1.000,5', undefined],
    ['00:00:05', undefined],
    ['1e2', undefined],
    ['0x10', undefined],
    ['5s', undefined],
    ['0', undefined],
    ['1000', undefined],
    ['-3', undefined],
    ['', undefined],
    ['some', undefined],
  ])('%j is, of a whole number from 1 to 100, %j', (text, meant) => {
    expect(likelyInteger(text, { least: 1, most: 100 })).toBe(meant);
  });

  it.each([
    ['5', '5s'],
    ['1 hour 30 min', '90m'],
    ['10 Minutes', '10m'],
    ['2hrs', '2h'],
    ['1h30', '90m'],
    ['2m30', '150s'],
    ['1d12', undefined],
    ['90sec', '90s'],
    ['1h05', '65m'],
    ['2m30', '150s'],
    ['1s30', undefined],
    ['1w2', undefined],
    ['5x', undefined],
    ['-5', undefined],
    ['1,000', undefined],
    ['00:00:05', undefined],
    ['5m10h', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('%j is, of a duration in seconds, %s', (text, meant) => {
    const likely = likelyDuration(text, 's');
    expect(likely).toBe(meant);
    if (likely !== undefined) expect(parseDurationMs(likely)).toBeGreaterThan(0);
  });
});
