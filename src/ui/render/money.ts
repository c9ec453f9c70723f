/**
 * An amount in USD with at least two decimals, and up to six where a small charge needs them: `$0.42`, `$0.0035`. Unit: USD.
 */
export function formatMoney(usd: number): string {
  const digits = Math.abs(usd)
    .toFixed(6)
    .replace(/0{1,4}$/, '');
  return `${usd < 0 ? '-' : ''}$${digits}`;
}
