import { describe, expect, it } from 'vitest';
import { listedPrice, type PricedWork } from '../../../src/money/rules/listed-price.ts';
import type { PriceRow } from '../../../src/money/rules/price-rows.ts';

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
