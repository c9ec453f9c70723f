import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/text/nearest-name.ts';

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

  it.each([
    ['two words as near, neither', 'seat', ['seal', 'seam'], undefined],
    ['one word twice', 'seat', ['seal', 'seal'], 'seal'],
    ['a nearer word after others', 'ratio', ['rate', 'ration', 'patio', 'ratio_'], 'ratio_'],
    ['letters that no word has', 'größe', ['grosse', 'Größe'], 'Größe'],
    ['as many other letters as may be changed', 'abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
    ['one more', 'abcdefghi', ['abcdewxyz'], undefined],
  ])('of %s', (_, name, among, meant) => {
    expect(nearestName(name, among)).toBe(meant);
  });
});
