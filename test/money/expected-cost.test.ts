import { describe, expect, it } from 'vitest';
import { likelyCharge } from '../../src/ledger/rules/past-charges.ts';
import { likelyCostWords } from '../../src/money/expected-cost.ts';
import { ascii, look } from '../terminal/looks.ts';

const even = { jobs: 3, least: 480_000, median: 480_000, most: 480_000, by: 'charges' as const };
const uneven = { jobs: 5, least: 400_000, median: 450_000, most: 520_000, by: 'charges' as const };
const told = { what: 'final' as const, isInvented: false, isTold: true };

function words(
  charges: Parameters<typeof likelyCharge>[0],
  grounds: Parameters<typeof likelyCostWords>[1] = told,
): string {
  return likelyCostWords(likelyCharge(charges), grounds, look()).whole;
}

describe('what finals should cost', () => {
  it('is a sum, and what it rests on: how many such finals, and their range', () => {
    expect(words([even])).toBe('about $0.48 (3 similar finals were charged $0.48 each here)');
    expect(words([uneven, uneven])).toBe(
      'about $0.90 in all (5 similar finals were charged $0.40–$0.52 each here)',
    );
    expect(words([{ ...even, jobs: 1 }])).toBe('about $0.48 (1 similar final was charged $0.48 here)');
    expect(likelyCostWords(likelyCharge([uneven]), told, ascii).whole).toContain('$0.40-$0.52');
  });

  it('is said to be unknown where nothing tells it, with the reason', () => {
    expect(words([undefined, undefined])).toBe('cost unknown (no similar final has been charged here)');
    expect(words([undefined], { ...told, isTold: false })).toBe('cost unknown (v1 reports no charges)');
    expect(words([even, undefined])).toBe(
      'about $0.48 for 1 of them, 1 unknown (3 similar finals were charged $0.48 each here)',
    );
  });

  it('is said of jobs, where they are none of drafts', () => {
    expect(words([even], { ...told, what: 'job' as const })).toContain('3 similar jobs were charged');
  });

  it('says what it rests on where that are no jobs like it', () => {
    const longer = { ...even, by: 'seconds' as const };
    const listed = { jobs: 0, least: 500_000, median: 500_000, most: 500_000, by: 'list' as const };
    expect(words([longer])).toBe(
      'about $0.48 (by the second: 3 similar finals of another length were charged here)',
    );
    expect(words([listed])).toBe('about $0.50 (prices.csv says $0.50)');
    expect(words([listed, listed])).toBe('about $1.00 in all (prices.csv says $0.50 each)');
    expect(words([listed, even, undefined])).toBe(
      'about $0.98 for 2 of them, 1 unknown (3 similar finals were charged $0.48 each here; prices.csv says $0.50)',
    );
    expect(words([listed], { ...told, isInvented: true })).toBe(
      'about $0.50 (the price list says $0.50; the sandbox’s prices are invented)',
    );
  });

  it('is marked where the prices are the sandbox’s', () => {
    expect(words([even], { ...told, isInvented: true })).toBe(
      'about $0.48 (3 similar finals were charged $0.48 each here; the sandbox’s prices are invented)',
    );
    const { sum } = likelyCostWords(likelyCharge([even, even]), { ...told, isInvented: true }, look());
    expect(sum).toBe('about $0.96 in all (invented prices)');
  });
});
