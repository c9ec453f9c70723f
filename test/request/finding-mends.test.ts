import { describe, expect, it } from 'vitest';
import { meantValue } from '../../src/request/mends/finding-mends.ts';

const tiers = ['480p', '720p', '1080p'];
const shapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'];

describe('the value in the place of one that is not taken', () => {
  it.each([
    ['1080P', tiers, '1080p'],
    [' Adaptive', shapes, 'adaptive'],
    ['yes', [true, false], true],
    ['off', [true, false], false],
  ])('is %j in another spelling: among %j it is %j', (value, allowed, meant) => {
    expect(meantValue(value, { allowed, preset: allowed[0] })).toBe(meant);
  });

  it.each([
    ['4k', tiers, '720p'],
    ['1080', tiers, '720p'],
    ['17:9', shapes, 'adaptive'],
    ['landscape', shapes, 'adaptive'],
  ])('is what the model does by itself, never the nearest: by %j among %j', (value, allowed, preset) => {
    expect(meantValue(value, { allowed, preset })).toBe(preset);
    expect(meantValue(value, { allowed })).toBeUndefined();
    expect(meantValue(value, { allowed, preset: '4k' })).toBeUndefined();
  });

  it.each([
    [99, 5, 5],
    [2, 5, 5],
    ['12', 5, 12],
    ['1,000', 5, 5],
    ['99', 40, undefined],
    [99, undefined, undefined],
  ])('by %j in 4 to 30, where the model takes %j, is %j', (value, preset, meant) => {
    expect(meantValue(value, { range: { least: 4, most: 30 }, preset })).toBe(meant);
  });
});
