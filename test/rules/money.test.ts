import { describe, expect, it } from 'vitest';
import { likelyAmount, microUsdOf, usdOf } from '../../src/rules/money.ts';

describe('money in millionths', () => {
  it('adds up to what was meant, where dollars would not', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(usdOf(microUsdOf(0.1) + microUsdOf(0.2))).toBe(0.3);
    const thousand = Array.from({ length: 1000 }, () => microUsdOf(0.035));
    expect(usdOf(thousand.reduce((sum, one) => sum + one, 0))).toBe(35);
  });

  it('keeps six digits, of large amounts too, and rounds what is finer', () => {
    for (const usd of [0, 0.000001, 1.005, 8_123_456.789012]) expect(usdOf(microUsdOf(usd))).toBe(usd);
    expect(microUsdOf(0.0000004)).toBe(0);
    expect(microUsdOf(0.0000006)).toBe(1);
  });
});

describe('an amount that is none', () => {
  it.each([
    ['$20', '20'],
    ['20 USD', '20'],
    ['1,50', 'AMOUNT'],
    ['1,5', 'AMOUNT'],
    ['1,234.50', 'AMOUNT'],
    ['1,234', 'AMOUNT'],
    ['1_000', 'AMOUNT'],
    ['1,2345', 'AMOUNT'],
    ['1.234,50', 'AMOUNT'],
    ['-5', 'AMOUNT'],
    ['1e9', 'AMOUNT'],
    ['NaN', 'AMOUNT'],
  ])('%s is mended to %s', (text, meant) => expect(likelyAmount(text)).toBe(meant));
});
