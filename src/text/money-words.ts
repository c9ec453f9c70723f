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
