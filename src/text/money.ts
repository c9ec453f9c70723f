import { gaps } from './gaps.ts';

const microUsdPerUsd = 1_000_000;

/**
 * An amount in millionths of a dollar, in which sums are exact up to nine billion dollars; 0.1 + 0.2 in dollars is not. Of a finer
 * charge the rest stands behind the point, down to a millionth of a millionth. Unit of the argument: USD.
 */
export function microUsdOf(usd: number): number {
  const microUsd = usd * microUsdPerUsd;
  const whole = Math.round(microUsd);
  const isWhole = Math.abs(microUsd - whole) < finest / 2 + microUsd * noise;
  return isWhole ? whole : Math.round(microUsd / finest) * finest;
}

/** Unit: millionths of a USD. */
const finest = 1e-6;

/** How far a product may be from the number that was meant, as a part of it. */
const noise = 2 ** -50;

/** The number of dollars nearest to an amount in millionths: it prints without the noise of added fractions. */
export function usdOf(microUsd: number): number {
  const usd = microUsd / microUsdPerUsd;
  return Number.isInteger(microUsd) ? usd : Number(usd.toPrecision(digitsKept));
}

/** The digits that the sum of many fractions still has right. */
const digitsKept = 12;

/** An amount as a program reads it: never `1e-7`. Unit: USD. */
export function plainUsd(usd: number): string {
  return /e/.test(String(usd)) ? usd.toFixed(18).replace(/\.?0+$/, '') : String(usd);
}

/** The shape of an amount, for whoever types one. */
export const amountWords = 'an amount in USD such as 20 or 2.50';

/** Tells whether a value is an amount that can be spent: 0 or more. Unit: USD. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= usdMost;
}

/** More is a mistake, and its millionths are no whole numbers. */
const usdMost = 1_000_000_000;

/** An amount as a file has it; undefined for any other text. Unit: USD. */
export function amountOf(text: string): number | undefined {
  const amount = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return isAmount(amount) ? amount : undefined;
}

/** An amount as a person types it, also with its dollar sign; undefined for any other text. Of `$100` a shell leaves 00. Unit: USD. */
export function typedAmountOf(text: string): number | undefined {
  const bare = text.replace(/^\$/, '');
  return /^0\d/.test(bare) ? undefined : amountOf(bare);
}

/**
 * An amount to keep, as a person types it. Of `$20.50` a shell leaves 0.50, so less than a dollar needs its sign: `$0.50`. Unit: USD.
 */
export function keptAmountOf(text: string): number | undefined {
  const amount = typedAmountOf(text);
  return text.startsWith('0') && amount !== 0 ? undefined : amount;
}

/** The word to type for a text that is no amount: the amount that was probably meant, and else a place to fill in. */
export function likelyAmount(text: string, amountIn = typedAmountOf): string {
  const bare = text.trim().replace(/^\$\s*|\s*(\$|USD)$/gi, '');
  return amountIn(bare) === undefined ? gaps.amount : bare;
}

/** How a shell spoils an amount, and how to type it. */
export const shellWords = "A shell turns $20 into 0 and $20.50 into 0.50: type 20, or quote it as '$20'.";

/** Words on a text that a shell may have left of an amount with a dollar sign; empty for any other text. */
export function shellNote(text: string): string {
  return /^(0\d*)?([.,]\d*)*$|sh[.,]\d+$/.test(text) ? ` ${shellWords}` : '';
}

/**
 * An amount in USD with at least two decimals, and up to six where a small charge needs them: `$0.42`, `$0.0035`. Of one below
 * a millionth each digit is shown. Unit: USD.
 */
export function formatMoney(usd: number): string {
  const digits = Math.abs(usd)
    .toFixed(Math.abs(usd) < 1e-6 ? 12 : 6)
    .replace(/(?<=\.\d{2,})0+$/, '');
  return `${usd < 0 ? '-' : ''}$${digits}`;
}
