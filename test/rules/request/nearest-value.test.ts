import { describe, expect, it } from 'vitest';
import { nearestValue } from '../../../src/rules/request/nearest-value.ts';

const tiers = ['480p', '720p', '1080p'];
const shapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'];

describe('the value that was meant', () => {
  it.each([
    ['4k', tiers, '1080p'],
    ['700', tiers, '720p'],
    [360, tiers, '480p'],
    ['17:9', shapes, '16:9'],
    ['1920x1080', shapes, '16:9'],
    ['adaptiv', shapes, 'adaptive'],
    ['landscape', shapes, '21:9'],
    ['yes', [true, false], true],
    ['image', ['text', 'image_url'], 'image_url'],
    ['low', ['standard', 'high'], 'standard'],
  ])('by %j among %j is %j', (value, allowed, meant) => {
    expect(nearestValue(value, { allowed })).toBe(meant);
  });

  it.each([
    [45, { least: 4, most: 30 }, 30],
    [2, { least: 4, most: 30 }, 4],
    ['12', { least: 4, most: 30 }, 12],
    [5.4, { least: 4, most: 30 }, 5],
    ['long', { least: 4, most: 30 }, 4],
    [0, { least: 1 }, 1],
  ])('by %j in %j is %j', (value, range, meant) => {
    expect(nearestValue(value, { range })).toBe(meant);
  });

  it('is not known where nothing says what is taken', () => {
    expect(nearestValue('a', {})).toBeUndefined();
    expect(nearestValue('long', { range: { most: 3 } })).toBeUndefined();
  });
});
