import { gaps } from './gaps.ts';

const microUsdPerUsd = 1_000_000;

/**
 * An amount in whole millionths of a dollar, in which sums are exact up to nine billion dollars; 0.1 + 0.2 in dollars is not.
 * Finer amounts are rounded. Unit of the argument: USD.
 */
export function microUsdOf(usd: number): number {
  return Math.round(usd * microUsdPerUsd);
}

/** The number of dollars nearest to an amount in millionths: it prints without the noise of added fractions. */
export function usdOf(microUsd: number): number {
  return microUsd / microUsdPerUsd;
}

/** What an amount is, for whoever types one. */
export const amountWords = 'an amount in USD such as 20 or 2.50';

/** Whether a value is an amount that can be spent: 0 or more. Unit: USD. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= usdMost;
}

/** More is a mistake, and its millionths are no whole numbers. */
const usdMost = 1_000_000_000;

/** An amount as a person types it; undefined for any other text. Unit: USD. */
export function amountOf(text: string): number | undefined {
  const amount = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return isAmount(amount) ? amount : undefined;
}

/** What to type for a text that is no amount: the one that was probably meant, and else a place to fill in. */
export function likelyAmount(text: string): string {
  const bare = text.trim().replace(/^\$\s*|\s*(\$|USD)$/gi, '');
  return amountOf(bare) === undefined ? gaps.amount : bare;
}
