import { describe, expect, it } from 'vitest';
import {
  type ChargedLike,
  jobPrice,
  type ListedPrice,
  listedPrice,
  type PricedWork,
} from '../../../src/money/rules/job-price.ts';
import type { PriceRow } from '../../../src/money/rules/price-rows.ts';

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

const row = (line: number, microUsd: number, conditions: Partial<PriceRow> = {}): PriceRow => ({
  ...{ model: 'm', tier: null, per: 'second', sound: null, video: null, leastMicroUsd: 0 },
  ...{ line, microUsd, ...conditions },
});
const clip: PricedWork = { model: 'm', tier: '720p', seconds: 5, sound: false, video: false, count: 1 };

function price(rows: readonly PriceRow[], work: Partial<PricedWork> = {}) {
  const listed = listedPrice(rows, { ...clip, ...work });
  return listed === undefined ? undefined : [listed.line, listed.microUsd];
}

describe('the price of a job by a list', () => {
  it('is by the second or by the output, for each output', () => {
    expect(price([row(2, 100)])).toEqual([2, 500]);
    expect(price([row(2, 100)], { count: 3 })).toEqual([2, 1_500]);
    expect(price([row(2, 100, { per: 'output' })], { count: 3, seconds: undefined })).toEqual([2, 300]);
  });

  it('is not known where no row is for it, and never 0', () => {
    expect(price([])).toBeUndefined();
    expect(price([row(2, 100, { model: 'other' })])).toBeUndefined();
    expect(price([row(2, 100, { tier: '1080p' })])).toBeUndefined();
    expect(price([row(2, 100, { video: true })])).toBeUndefined();
    expect(price([row(2, 100)], { seconds: undefined })).toBeUndefined();
  });

  it('is not known for a job of any tier where a tier has no price yet', () => {
    const rows = [row(2, 100, { tier: '480p' })];
    const blank = [{ line: 3, model: 'm', tier: '1080p' }];
    const open = { ...clip, tier: undefined };
    expect(listedPrice(rows, open)?.microUsd).toBe(500);
    expect(listedPrice(rows, open, blank)).toBeUndefined();
    expect(listedPrice([...rows, row(4, 900)], open, blank)?.microUsd).toBe(4_500);
    expect(listedPrice(rows, { ...clip, tier: '480p' }, blank)?.microUsd).toBe(500);
  });

  it('is by the most particular row', () => {
    const rows = [row(2, 900), row(3, 100, { tier: '720P' }), row(4, 50, { tier: '720p', sound: true })];
    expect(price(rows)).toEqual([3, 500]);
    expect(price(rows, { sound: true })).toEqual([4, 250]);
    expect(price(rows, { tier: '480p' })).toEqual([2, 4_500]);
  });

  it('is the dearest of rows that are as particular as each other', () => {
    expect(price([row(2, 100, { tier: '720p' }), row(3, 200, { sound: false })])).toEqual([3, 1_000]);
  });

  it('is the dearest that it may be where the job leaves open what a row asks for', () => {
    const rows = [row(2, 100), row(3, 50, { sound: false })];
    expect(price(rows)).toEqual([3, 250]);
    expect(price(rows, { sound: undefined })).toEqual([2, 500]);
    expect(price([row(3, 50, { sound: false })], { sound: undefined })).toBeUndefined();
    const tiers = [row(2, 100, { tier: '480p' }), row(3, 300, { tier: '1080p' })];
    expect(price(tiers, { tier: undefined })).toEqual([3, 1_500]);
  });

  it('is not below the least that such a job costs', () => {
    const rows = [row(2, 100, { video: true, leastMicroUsd: 600 })];
    expect(price(rows, { video: true })).toEqual([2, 600]);
    expect(price(rows, { video: true, seconds: 8 })).toEqual([2, 800]);
    expect(price(rows, { video: true, count: 2 })).toEqual([2, 1_200]);
  });
});
