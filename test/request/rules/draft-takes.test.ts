import { describe, expect, it } from 'vitest';
import { takeSeeds } from '../../../src/request/rules/draft-takes.ts';

const digits = 'f1e2d3c4b5a697887766554433221100ffeeddccbbaa99887766554433221100';
const other = digits.replace('f', '0');
const none = { seed: undefined, onceDigits: undefined, random: () => 0 };

describe('the seeds of takes', () => {
  it('count up from the one that is given, zero too', () => {
    expect(takeSeeds(3, { ...none, seed: 0 })).toEqual([0, 1, 2]);
    expect(takeSeeds(2, { ...none, seed: 41, onceDigits: digits })).toEqual([41, 42]);
  });

  it('go on from 0 after the largest there is', () => {
    expect(takeSeeds(3, { ...none, seed: 2 ** 31 - 2 })).toEqual([2 ** 31 - 2, 2 ** 31 - 1, 0]);
  });

  it('of a name are the same each time, and of another name others', () => {
    const seeds = takeSeeds(4, { ...none, onceDigits: digits });
    expect(takeSeeds(4, { ...none, onceDigits: digits, random: () => 0.7 })).toEqual(seeds);
    expect(takeSeeds(4, { ...none, onceDigits: other })).not.toEqual(seeds);
    expect(takeSeeds(2, { ...none, onceDigits: digits })).toEqual(seeds.slice(0, 2));
  });

  it.each([0, 0.25, 0.5, 0.999_999_999])(
    'are whole, within 31 bits and all different at chance %d',
    (chance) => {
      for (const onceDigits of [undefined, digits]) {
        const seeds = takeSeeds(50, { ...none, onceDigits, random: () => chance });
        expect(new Set(seeds).size).toBe(50);
        for (const seed of seeds) {
          expect(Number.isInteger(seed)).toBe(true);
          expect(seed).toBeGreaterThanOrEqual(0);
          expect(seed).toBeLessThan(2 ** 31);
        }
      }
    },
  );
});
