import { microUsdOf } from '../../text/money.ts';
import { utcDay } from '../../text/time.ts';
import type { Intent } from '../record.ts';
import type { Spent } from '../rules/budgets.ts';
import { chargesOf } from '../rules/charges-by-day.ts';
import { addEstimate, type Likeness, type SpendingIndex } from './spending-index.ts';

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
  const counting = structuredClone({ days: index.days, estimated: index.estimated });
  const jobs = Object.values(index.jobs);
  const counted = new Set([...jobs.flatMap(({ key }) => key ?? []), ...index.settling]);
  const held = { reserved: 0, inFlight: 0, unpriced: 0 };
  const hold = (microUsd: number | undefined, isOwn: boolean): void => {
    if (microUsd === undefined && isOwn) held.unpriced += 1;
    held.reserved += microUsd ?? 0;
    held.inFlight += 1;
  };
  for (const job of jobs) {
    const { key, likeness: like, overByMs, reserved } = job;
    const microUsd = reserved ?? priceOf(like);
    if (nowMs < overByMs) hold(microUsd, key !== null);
    else if (microUsd !== undefined) addEstimate(counting, job, microUsd);
  }
  for (const { idempotency_key, likeness: like, reserved_usd } of open) {
    if (counted.has(idempotency_key)) continue;
    hold(reserved_usd === undefined ? priceOf(like) : microUsdOf(reserved_usd), true);
  }
  const today = utcDay(nowMs);
  return {
    charged: chargesOf(counting.days, today),
    estimated: chargesOf(counting.estimated, today),
    ...held,
  };
}
