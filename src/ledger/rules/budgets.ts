import { monthOfDay, utcDay } from '../../text/iso-time.ts';

/** The amounts that an account may spend. Unit: millionths of a USD; undefined for any amount. */
export interface Budgets {
  day: number | undefined;
  month: number | undefined;
}

export type BudgetPeriod = keyof Budgets;

/** The scope of a budget: a day, a month, or `--max-cost`. The last is of a batch over all its runs, or of one line. */
type BudgetScope = BudgetPeriod | 'max-cost';

/** The amounts that an account has spent in the day and the month. Unit: millionths of a USD. */
export interface Spent {
  charged: Record<BudgetPeriod, number>;
  /** The part of it that no service told, and that counts by a price. */
  estimated?: Record<BudgetPeriod, number> | undefined;
  /** For jobs that are not over, and for submits whose answer is not known. It counts in every period. */
  reserved: number;
  /** How many of these there are. */
  inFlight: number;
}

/** How a budget stands. Unit of the amounts: millionths of a USD. */
export interface BudgetStanding<Scope extends BudgetScope = BudgetScope> {
  scope: Scope;
  budget: number;
  charged: number;
  /** The part of it that no service told, and that counts by a price. */
  estimated?: number | undefined;
  reserved: number;
  inFlight: number;
  /** Below 0 where more was spent than is allowed. */
  left: number;
}

const budgetPeriods: readonly BudgetPeriod[] = ['day', 'month'];

/** How each budget that is set stands. */
export function budgetStandings(
  budgets: Budgets,
  { charged, estimated, inFlight, reserved }: Spent,
): BudgetStanding<BudgetPeriod>[] {
  return budgetPeriods.flatMap((scope) => {
    const budget = budgets[scope];
    return budget === undefined
      ? []
      : [
          standingOf(scope, {
            budget,
            charged: charged[scope],
            estimated: estimated?.[scope],
            reserved,
            inFlight,
          }),
        ];
  });
}

export function standingOf<Scope extends BudgetScope>(
  scope: Scope,
  parts: Pick<BudgetStanding, 'budget' | 'charged' | 'estimated' | 'inFlight' | 'reserved'>,
): BudgetStanding<Scope> {
  return { scope, ...parts, left: parts.budget - parts.charged - parts.reserved };
}

/** The budgets that have too little left for an amount; the day's before the month's. */
export function exceededBudgets(standings: readonly BudgetStanding[], microUsd: number): BudgetStanding[] {
  return standings.filter(({ left }) => left < microUsd);
}

/** Tells whether budgets would have enough left for an amount, were nothing charged for the jobs in flight. */
export function isHeldByJobs(exceeded: readonly BudgetStanding[], microUsd: number): boolean {
  return exceeded.every(({ left, reserved }) => left + reserved >= microUsd);
}

export function hasBudget({ day, month }: Budgets): boolean {
  return day !== undefined || month !== undefined;
}

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
interface DatedCharge {
  microUsd: number;
  chargedAtMs: number;
  /** Null where another machine submitted it. */
  sentAtMs: number | null;
}

export function noCharges(): ChargesByDay {
  return { charged: {}, sentLater: {}, sentMonthLater: {} };
}

/** Adds a charge to its days. */
export function addCharge(days: ChargesByDay, { chargedAtMs, microUsd, sentAtMs }: DatedCharge): void {
  const day = utcDay(chargedAtMs);
  add(days.charged, day, microUsd);
  const sentDay = sentAtMs === null ? day : utcDay(sentAtMs);
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
