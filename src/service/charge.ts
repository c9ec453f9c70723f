import { isAmount, microUsdOf } from '../text/money.ts';
import { isOver, type JobEnd } from './lifecycle.ts';

/** The fields of a job that say what it cost, and when. */
export interface ChargedJob extends JobEnd {
  created_at?: string | undefined;
  /** Unit: USD. */
  cost_usd?: number | undefined;
}

/** When a job was charged, as far as that is known: when it ended, or else when it was made. Unit: ms since 1970. */
export function chargedAtMs({ completed_at, created_at }: ChargedJob, recordedAt: string): number {
  const times = [completed_at, created_at, recordedAt].map((time) => Date.parse(time ?? ''));
  return times.find((ms) => !Number.isNaN(ms)) ?? 0;
}

/** Tells whether a look at the job may still show what it cost. A job that certainly failed is free. @see service document §1.5 */
export function isChargeUnknown(job: ChargedJob): boolean {
  if (chargeOf(job) !== undefined) return false;
  return !isOver(job) || !['failed', 'canceled', 'expired'].includes(job.status);
}

/** The known cost of a job. A number below zero, or of billions, says nothing. Unit: USD. */
export function chargeOf({ cost_usd }: ChargedJob): number | undefined {
  return isAmount(cost_usd) ? cost_usd : undefined;
}

/** The charge as it counts: nothing where none was made, and `untold` where nobody reports it, as v1 does not. Unit: millionths of a USD. */
export function countedCharge<Untold>(job: ChargedJob, untold: Untold): number | Untold {
  return isChargeUnknown(job) ? untold : microUsdOf(chargeOf(job) ?? 0);
}
