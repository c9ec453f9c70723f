import { describe, expect, it } from 'vitest';
import { type ChargedLike, jobPrice } from '../../../src/money/rules/job-price.ts';
import type { ListedPrice } from '../../../src/money/rules/listed-price.ts';

const bySecond: ListedPrice = { microUsd: 500, isBySecond: true, leastMicroUsd: 0, line: 2 };
const charged = (seconds: number | null, ...charges: number[]): ChargedLike => ({
  kind: 'clip',
  seconds,
  charges,
});

function most(known: readonly ChargedLike[], listed: ListedPrice | null = null, seconds: number | null = 5) {
  const price = jobPrice({ kind: 'clip', seconds, listed }, known);
  return price === undefined ? undefined : [price.by, price.most];
}

describe('the price of a job', () => {
  it('is what like jobs were charged, whatever a list says', () => {
    expect(most([charged(5, 700, 600)], bySecond)).toEqual(['charges', 700]);
    expect(most([charged(null, 70)], bySecond, null)).toEqual(['charges', 70]);
  });

  it('is by the list where nothing was charged, and tells of no job', () => {
    expect(most([], bySecond)).toEqual(['list', 500]);
    expect(jobPrice({ kind: 'clip', seconds: 5, listed: bySecond }, [])?.jobs).toBe(0);
    expect(most([{ ...charged(5, 700), kind: 'other' }])).toBeUndefined();
  });

  it('follows from another length where the list says that it is by the second', () => {
    expect(most([charged(10, 1_400)], bySecond)).toEqual(['seconds', 700]);
    expect(most([charged(4, 480)], bySecond, 10)).toEqual(['seconds', 1_200]);
    expect(most([charged(10, 1_400)], { ...bySecond, isBySecond: false })).toEqual(['list', 500]);
    expect(most([charged(10, 1_400)])).toBeUndefined();
  });

  it('follows from two lengths at one rate, for no length below them', () => {
    expect(most([charged(4, 400), charged(10, 1_000)], null, 7)).toEqual(['seconds', 700]);
    expect(most([charged(4, 400), charged(10, 1_000)], null, 3)).toBeUndefined();
    expect(most([charged(4, 400), charged(10, 900)], null, 7)).toBeUndefined();
    expect(most([charged(4, 400, 400)], null, 7)).toBeUndefined();
  });

  it('follows from no charge that may be the least of its kind, and from none that was free', () => {
    const least = { ...bySecond, leastMicroUsd: 450 };
    expect(most([charged(2, 450)], least)).toEqual(['list', 500]);
    expect(most([charged(10, 700)], least)).toEqual(['seconds', 450]);
    expect(most([charged(2, 0)], bySecond)).toEqual(['list', 500]);
    expect(most([charged(2, 0), charged(4, 0)], null, 7)).toBeUndefined();
  });
});
