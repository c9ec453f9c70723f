import { monthOfDay, utcDay } from '../../text/iso-time.ts';

/** The charges of an account, by days in UTC. Unit of the amounts: millionths of a USD. */
export interface ChargesByDay {
  /** By the day that `genctl costs` has a job on, which is the service's where it says when the job ended. */
  charged: Record<string, number>;
  /** Charges of jobs that this machine, by its clock, submitted on a later day than that. By the day of the submit. */
  sentLater: Record<string, number>;
  /** Those of `sentLater` whose submit was in a later month, too. By the month of the submit. */
  sentMonthLater: Record<string, number>;
}

/** A charge, when the service made it, and when this machine submitted its job. Unit of times: ms since 1970. */
export interface DatedCharge {
  microUsd: number;
  chargedAtMs: number;
  /** Undefined where another machine submitted it. */
  sentAtMs: number | undefined;
}

export function noCharges(): ChargesByDay {
  return { charged: {}, sentLater: {}, sentMonthLater: {} };
}

/** Adds a charge to its days. */
export function addCharge(days: ChargesByDay, { chargedAtMs, microUsd, sentAtMs }: DatedCharge): void {
  const day = utcDay(chargedAtMs);
  add(days.charged, day, microUsd);
  const sentDay = sentAtMs === undefined ? day : utcDay(sentAtMs);
  if (sentDay <= day) return;
  add(days.sentLater, sentDay, microUsd);
  if (monthOfDay(sentDay) > monthOfDay(day)) add(days.sentMonthLater, monthOfDay(sentDay), microUsd);
}

/**
 * The charges that count against the budgets of a day and of its month.
 *
 * Charges of later days count, too. A clock that was set back over midnight opens no new budget for what was spent before that.
 * Such charges are counted again when their day comes. Where this machine's clock is ahead of the service's, its charges bear days
 * that are past here; those count on the day on which their jobs were submitted.
 */
export function chargesOf(days: ChargesByDay, day: string): { day: number; month: number } {
  const month = monthOfDay(day);
  return {
    day: sumFrom(days.charged, day) + (days.sentLater[day] ?? 0),
    month: sumFrom(days.charged, `${month}-01`) + (days.sentMonthLater[month] ?? 0),
  };
}

function sumFrom(charged: Readonly<Record<string, number>>, first: string): number {
  return Object.entries(charged).reduce((sum, [day, microUsd]) => (day >= first ? sum + microUsd : sum), 0);
}

function add(sums: Record<string, number>, name: string, microUsd: number): void {
  sums[name] = (sums[name] ?? 0) + microUsd;
}
