import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/rules/nearest-name.ts';

describe('the name that was meant', () => {
  const names = ['duration', 'aspect_ratio', 'seed', 'resolution'];
  it.each([
    ['duraton', 'duration'],
    ['aspectRatio', 'aspect_ratio'],
    ['sede', 'seed'],
    ['Resolution', 'resolution'],
    ['callback', undefined],
    ['x', undefined],
    ['', undefined],
  ])('of %s is %s', (name, meant) => {
    expect(nearestName(name, names)).toBe(meant);
  });
});
