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
