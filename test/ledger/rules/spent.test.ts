import { describe, expect, it } from 'vitest';
import { spentOf } from '../../../src/ledger/rules/spent.ts';

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
