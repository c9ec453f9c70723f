import type { LikelyCharge, PriceGround } from '../../ledger/rules/past-charges.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney, usdOf } from '../../text/money.ts';

/** The facts that the words of a likely charge rest on. */
export interface ChargeGrounds {
  what: 'final' | 'job';
  /** True if the prices are the sandbox's. */
  isInvented: boolean;
  /** True if the service says of such jobs what they were charged. */
  isTold: boolean;
}

/** The expected cost of jobs, in words. */
export interface CostWords {
  /** The sum alone: `about $0.96 in all`. */
  sum: string;
  /** With what it is known by: `about $0.96 in all (3 such ${what}s were charged $0.40–$0.52 each here)`. */
  whole: string;
}

/** The expected cost of jobs, by what such jobs were charged. A cost that nothing here shows is called unknown. */
export function likelyCostWords(
  { by, sum, told, untold }: LikelyCharge,
  { isInvented, isTold, what }: ChargeGrounds,
  { symbols }: Pick<Look, 'symbols'>,
): CostWords {
  if (by.length === 0) {
    const why = isTold ? `no similar ${what} has been charged here` : 'v1 reports no charges';
    return { sum: 'cost unknown', whole: `cost unknown (${why})` };
  }
  const like = by.map((price) => sourceWords(price, { isInvented, what }, symbols)).join('; ');
  const part = untold > 0 ? ` for ${told} of them, ${untold} unknown` : told > 1 ? ' in all' : '';
  const about = `about ${moneyOf(sum)}${part}`;
  return isInvented
    ? { sum: `${about} (invented prices)`, whole: `${about} (${like}; the sandbox’s prices are invented)` }
    : { sum: about, whole: `${about} (${like})` };
}

/** The source of a price in words: `3 similar jobs were charged $0.40–$0.52 each here`. */
function sourceWords(
  { by, jobs, least: from, most: to, of }: PriceGround,
  { isInvented, what }: Pick<ChargeGrounds, 'isInvented' | 'what'>,
  symbols: Look['symbols'],
): string {
  const [least, most] = [moneyOf(from), moneyOf(to)];
  const amount = least === most ? least : `${least}${symbols.to}${most}`;
  const similar = jobs === 1 ? `1 similar ${what}` : `${jobs} similar ${what}s`;
  const was = jobs === 1 ? 'was' : 'were';
  switch (by) {
    case 'charges':
      return `${similar} ${was} charged ${amount}${jobs === 1 ? '' : ' each'} here`;
    case 'seconds':
      return `by the second: ${similar} of another length ${was} charged here`;
    case 'list':
      return `${isInvented ? 'the price list' : 'prices.csv'} says ${amount}${of === 1 ? '' : ' each'}`;
  }
}

function moneyOf(microUsd: number): string {
  return formatMoney(usdOf(microUsd));
}
