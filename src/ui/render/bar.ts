import type { Look } from '../look.ts';

/** A bar for a share of the whole, from 0 to 1; a share above 0 is never invisible. Unit: columns. */
export function renderBar(share: number, columns: number, { symbols }: Pick<Look, 'symbols'>): string {
  const steps = symbols.bar.length;
  const wanted = Math.round(Math.min(1, share) * columns * steps);
  const length = share > 0 ? Math.max(1, wanted) : 0;
  const full = symbols.bar.at(-1) ?? '';
  const rest = length % steps;
  return full.repeat(Math.floor(length / steps)) + (rest === 0 ? '' : (symbols.bar[rest - 1] ?? ''));
}
