import { microUsdOf } from '../../text/money.ts';
import { utcDay } from '../../text/utc-day.ts';
import type { Intent } from '../record.ts';
import type { Spent } from '../rules/budgets.ts';
import { addCharge, chargesOf } from '../rules/charges-by-day.ts';
import type { Likeness, SpendingIndex } from './spending-index.ts';

/** A submit that has no answer yet. */
export interface OpenSubmit extends Pick<Intent, 'idempotency_key' | 'reserved_usd'> {
  likeness: string;
}

/** The amounts that an account has spent, and how many jobs in flight have a price that nobody knows. */
export interface SummedSpending extends Spent {
  unpriced: number;
}

export interface SumParts {
  index: SpendingIndex;
  open: readonly OpenSubmit[];
  nowMs: number;
  /** The amount that a job counts for whose price is not known. Unit: millionths of a USD. */
  assumed: number | undefined;
  likeness: Pick<Likeness, 'price'>;
}

/**
 * Adds up what counts now. A job that is not over counts by what was reserved for it, else by its price. One that
 * must be over by now, although nobody has looked, counts on the day of its deadline.
 */
export function sumSpending({ assumed, index, likeness, nowMs, open }: SumParts): SummedSpending {
  const priceOf = (one: string): number | undefined => likeness.price(one, index.dearest) ?? assumed;
  const days = structuredClone(index.days);
  const jobs = Object.values(index.jobs);
  const counted = new Set([...jobs.flatMap(({ key }) => key ?? []), ...index.settling]);
  const held = { reserved: 0, inFlight: 0, unpriced: 0 };
  const hold = (microUsd: number | undefined, isOwn: boolean): void => {
    if (microUsd === undefined && isOwn) held.unpriced += 1;
    held.reserved += microUsd ?? 0;
    held.inFlight += 1;
  };
  for (const { key, likeness: like, overByMs, reserved, sentAtMs } of jobs) {
    const microUsd = reserved ?? priceOf(like);
    if (nowMs < overByMs) hold(microUsd, key !== null);
    else if (microUsd !== undefined)
      addCharge(days, { microUsd, chargedAtMs: overByMs, sentAtMs: sentAtMs ?? undefined });
  }
  for (const { idempotency_key, likeness: like, reserved_usd } of open) {
    if (counted.has(idempotency_key)) continue;
    hold(reserved_usd === undefined ? priceOf(like) : microUsdOf(reserved_usd), true);
  }
  return { charged: chargesOf(days, utcDay(nowMs)), ...held };
}
