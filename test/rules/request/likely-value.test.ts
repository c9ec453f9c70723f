import { describe, expect, it } from 'vitest';
import { parseDurationMs } from '../../../src/rules/duration.ts';
import { likelyDuration, likelyInteger } from '../../../src/rules/request/likely-value.ts';

describe('what was probably meant', () => {
  it.each([
    ['5s', 5],
    ['3.7', 4],
    ['1e2', 100],
    ['0x10', 16],
    ['0', 1],
    ['100', 100],
    ['1000', 100],
    ['-3', 1],
    ['about 12', 12],
    ['', 7],
    ['some', 7],
  ])('by %j of a whole number from 1 to 100, usually 7, is %i', (text, meant) => {
    expect(likelyInteger(text, { least: 1, most: 100, usual: 7 })).toBe(meant);
  });

  it.each([
    ['5', '5s'],
    ['5x', '5s'],
    ['-5', '5s'],
    ['1 hour 30 min', '90m'],
    ['10 Minutes', '10m'],
    ['2hrs', '2h'],
    ['90sec', '90s'],
    ['5m10h', '5m'],
    ['soon', undefined],
    ['', undefined],
  ])('by %j of a duration in seconds is %s, which is one', (text, meant) => {
    const likely = likelyDuration(text, 's');
    expect(likely).toBe(meant);
    if (likely !== undefined) expect(parseDurationMs(likely)).toBeGreaterThan(0);
  });
});
