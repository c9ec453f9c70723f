import { describe, expect, it } from 'vitest';
import {
  keptAmountOf,
  likelyAmount,
  microUsdOf,
  plainUsd,
  shellNote,
  typedAmountOf,
  usdOf,
} from '../../src/text/money.ts';

describe('money in millionths', () => {
  it('adds up to what was meant, where dollars would not', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(usdOf(microUsdOf(0.1) + microUsdOf(0.2))).toBe(0.3);
    const thousand = Array.from({ length: 1000 }, () => microUsdOf(0.035));
    expect(usdOf(thousand.reduce((sum, one) => sum + one, 0))).toBe(35);
  });

  it('keeps six digits, of large amounts too', () => {
    for (const usd of [0, 0.000001, 1.005, 8_123_456.789012]) expect(usdOf(microUsdOf(usd))).toBe(usd);
    for (const usd of [0.035, 0.225, 1.005, 8_123_456.789012, 999_999_999.999999])
      expect(Number.isInteger(microUsdOf(usd)), `${usd}`).toBe(true);
  });

  it('adds up what is finer, down to a millionth of a millionth', () => {
    for (const usd of [1e-7, 2.5e-9, 1e-12, 0.1000001]) expect(usdOf(microUsdOf(usd))).toBe(usd);
    const many = Array.from({ length: 10_000 }, () => microUsdOf(1e-7));
    expect(usdOf(many.reduce((sum, one) => sum + one, 0))).toBe(0.001);
    expect(usdOf(microUsdOf(0.1) + 3 * microUsdOf(1e-7))).toBe(0.1000003);
  });

  it.each([
    [1e-7, '0.0000001'],
    [3e-12, '0.000000000003'],
    [0.000001, '0.000001'],
    [0, '0'],
    [35, '35'],
    [1.5, '1.5'],
  ])('is printed for a program without an exponent: %d', (usd, text) => expect(plainUsd(usd)).toBe(text));
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

describe('an amount as it is typed', () => {
  it.each([
    ['20', 20, 20],
    ['$20', 20, 20],
    ['50.00', 50, 50],
    ['$0.50', 0.5, 0.5],
    // What sh makes of $20.50, $20, $20.00, $100, $100.50, $5.25 and $5.
    ['0.50', 0.5, undefined],
    ['0', 0, 0],
    ['0.00', 0, 0],
    ['00', undefined, undefined],
    ['00.50', undefined, undefined],
    ['.25', undefined, undefined],
    ['', undefined, undefined],
    ['$', undefined, undefined],
    ['$$5', undefined, undefined],
  ])('%j is taken for %j once, and kept as %j', (text, once, kept) => {
    expect([typedAmountOf(text), keptAmountOf(text)]).toEqual([once, kept]);
  });

  it.each(['', '0', '0.50', '00', '.25', ',000', 'bash.50', '/bin/sh.50'])(
    '%j may be what a shell left',
    (text) => expect(shellNote(text)).toContain("'$20'"),
  );

  it.each(['20', '1,000', '5.5', 'abc', '$20'])('%j is none', (text) => expect(shellNote(text)).toBe(''));
});
