import { type KnownPrice, pastCharges } from '../../ledger/rules/past-charges.ts';
import type { Likeness } from './likeness.ts';
import type { ListedPrice } from './listed-price.ts';

/** A job as its price is looked for, with what a list says of it. */
export interface PricedLikeness extends Likeness {
  listed: ListedPrice | null;
}

/** Jobs that were charged, by what they are compared by. Unit of the charges: millionths of a USD. */
export interface ChargedLike extends Likeness {
  charges: readonly number[];
}

/**
 * The price of a job: by the charges of like jobs, else by the second from like jobs of another length, else by the list. Undefined where
 * none of them says it.
 */
export function jobPrice(job: PricedLikeness, charged: readonly ChargedLike[]): KnownPrice | undefined {
  const ofKind = charged.filter(({ kind }) => kind === job.kind);
  const same = ofKind.filter(({ seconds }) => seconds === job.seconds).flatMap(({ charges }) => charges);
  const priced = { charges: same, seconds: chargesBySecond(job, ofKind), list: listCharge(job.listed) };
  for (const by of ['charges', 'seconds', 'list'] as const) {
    const price = pastCharges(priced[by]);
    if (price !== undefined) return { ...price, jobs: by === 'list' ? 0 : price.jobs, by };
  }
  return undefined;
}

function listCharge(listed: ListedPrice | null): number[] {
  return listed === null ? [] : [listed.microUsd];
}

/** Two rates are one, within what rounding makes of them. */
const rateNoise = 0.01;

/**
 * The charges of like jobs of other lengths, had they been of this one. Only a price list says that a model is charged by the second, or
 * two lengths at one rate do: a job may have a least price, so that they say nothing of a shorter one.
 * @see service document §2.7
 */
function chargesBySecond({ listed, seconds }: PricedLikeness, ofKind: readonly ChargedLike[]): number[] {
  if (seconds === null) return [];
  const least = listed?.leastMicroUsd ?? 0;
  const known = ofKind.flatMap(({ charges, seconds: length }) =>
    length === null ? [] : charges.filter((charge) => charge > least).map((charge) => ({ charge, length })),
  );
  if (listed?.isBySecond !== true && !showRate(known, seconds)) return [];
  return known.map(({ charge, length }) => Math.max(Math.ceil((charge * seconds) / length), least));
}

function showRate(known: readonly { charge: number; length: number }[], seconds: number): boolean {
  const lengths = new Set(known.map(({ length }) => length));
  const rates = known.map(({ charge, length }) => charge / length);
  const isOne = Math.max(...rates) <= Math.min(...rates) * (1 + rateNoise);
  return lengths.size > 1 && isOne && seconds >= Math.min(...lengths);
}
