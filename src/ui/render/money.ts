/**
 * An amount in USD: cents at least, and as many more digits as a small charge needs, six at most: `$0.42`, `$0.0035`.
 * Unit: USD.
 */
export function formatMoney(usd: number): string {
  const digits = Math.abs(usd)
    .toFixed(6)
    .replace(/0{1,4}$/, '');
  return `${usd < 0 ? '-' : ''}$${digits}`;
}
