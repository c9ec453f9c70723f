import { describe, expect, it } from 'vitest';
import { likelyCharge, pastCharges, spentOf } from '../../../src/ledger/rules/past-charges.ts';

describe('what like jobs were charged', () => {
  it('is told by their median, least and most, in any order', () => {
    expect(pastCharges([])).toBeUndefined();
    expect(pastCharges([5])).toEqual({ jobs: 1, least: 5, median: 5, most: 5 });
    expect(pastCharges([9, 1, 3])).toEqual({ jobs: 3, least: 1, median: 3, most: 9 });
    expect(pastCharges([10, 2, 4, 1])).toEqual({ jobs: 4, least: 1, median: 3, most: 10 });
  });
});

describe('what several jobs should be charged', () => {
  const short = { jobs: 3, least: 1, median: 2, most: 4, by: 'charges' as const };
  const long = { jobs: 2, least: 6, median: 7, most: 9, by: 'charges' as const };
  const listed = { jobs: 0, least: 5, median: 5, most: 5, by: 'list' as const };

  it('is the sum of their medians; jobs of one kind are told by the same past jobs', () => {
    expect(likelyCharge([short, short])).toEqual({
      told: 2,
      untold: 0,
      sum: 4,
      by: [{ by: 'charges', jobs: 3, of: 2, least: 1, most: 4 }],
    });
    expect(likelyCharge([short, long, undefined])).toEqual({
      told: 2,
      untold: 1,
      sum: 9,
      by: [{ by: 'charges', jobs: 5, of: 2, least: 1, most: 9 }],
    });
  });

  it('keeps apart what says their prices', () => {
    expect(likelyCharge([listed, short]).by).toEqual([
      { by: 'charges', jobs: 3, of: 1, least: 1, most: 4 },
      { by: 'list', jobs: 0, of: 1, least: 5, most: 5 },
    ]);
  });

  it('is not told where none is like one that was charged', () => {
    expect(likelyCharge([undefined])).toEqual({ told: 0, untold: 1, sum: 0, by: [] });
  });
});

const of = (settings: string, ...amounts: number[]) => amounts.map((microUsd) => ({ settings, microUsd }));

describe('what jobs were charged', () => {
  it('is nothing where nothing was', () => {
    expect(spentOf([])).toBeUndefined();
  });

  it('has the middle of an odd number, and what is between the two of an even one', () => {
    expect(spentOf(of('', 9, 1, 4))?.all).toEqual({ jobs: 3, least: 1, median: 4, most: 9 });
    expect(spentOf(of('', 9, 1, 4, 6))?.all).toEqual({ jobs: 4, least: 1, median: 5, most: 9 });
  });

  it('is told apart by settings, those of most jobs first, and of unknown ones not at all', () => {
    const spent = spentOf([...of('480p', 1), ...of('720p', 2, 2), ...of('', 7, 7, 7)]);
    expect(spent?.bySettings.map(({ jobs, settings }) => [settings, jobs])).toEqual([
      ['720p', 2],
      ['480p', 1],
    ]);
    expect(spent?.all.jobs).toBe(6);
  });
});
