/** The amounts that an account may spend. Unit: millionths of a USD; undefined for any amount. */
export interface Budgets {
  day: number | undefined;
  month: number | undefined;
}

export type BudgetPeriod = keyof Budgets;

/** The scope of a budget: a day, a month, or `--max-cost`. The last is of a batch over all its runs, or of one line. */
export type BudgetScope = BudgetPeriod | 'max-cost';

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
