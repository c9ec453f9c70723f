import { environmentProfileName } from '../../account/rules/claim-account.ts';
import type { BudgetPeriod, BudgetStanding } from '../../ledger/rules/budgets.ts';
import { formatMoney, usdOf } from '../../text/money.ts';
import { counted } from '../../text/shown-value.ts';

export const periodWords: Readonly<Record<BudgetPeriod, { whose: string; spent: string }>> = {
  day: { whose: "today's", spent: 'today (UTC)' },
  month: { whose: "this month's", spent: 'this month (UTC)' },
};

/** `today's studio budget`; an account of the environment has no name. */
export function budgetName(period: BudgetPeriod, profile: string | undefined): string {
  const { whose } = periodWords[period];
  const name = profile === undefined || profile === environmentProfileName ? '' : `${profile} `;
  return `${whose} ${name}budget`;
}

export function isOfPeriod(standing: BudgetStanding): standing is BudgetStanding<BudgetPeriod> {
  return standing.scope !== 'max-cost';
}

export function moneyWords(microUsd: number): string {
  return formatMoney(usdOf(microUsd));
}

/** How budgets are lifted, in words: genctl makes no line that lifts a limit. */
export function liftingWords(periods: readonly BudgetPeriod[]): string {
  const names = periods.map((period) => `budget.${period}`).join(' and ');
  return `--over-budget ignores ${periods.length === 1 ? 'it' : 'them'} this once; for good, set a larger ${names}`;
}

/** A budget and what was spent of it: `budget.day is $20.00: $19.60 charged today (UTC)`. */
export function sumWords(standing: BudgetStanding): string {
  const { budget, scope } = standing;
  const name = scope === 'max-cost' ? '--max-cost' : `budget.${scope}`;
  return `${name} is ${moneyWords(budget)}: ${spentWords(standing)}`;
}

/**
 * How a budget stands: `$18.40 charged today (UTC), $1.20 reserved for 3 jobs in flight`. Where no service told a part of it, as of v1, it is
 * `$18.40 spent today (UTC), $0.60 of it estimated`.
 */
export function spentWords({
  charged,
  estimated = 0,
  inFlight,
  reserved,
  scope,
}: Pick<BudgetStanding, 'charged' | 'estimated' | 'inFlight' | 'reserved' | 'scope'>): string {
  const held =
    inFlight === 0 ? '' : `, ${moneyWords(reserved)} reserved for ${counted(inFlight, 'job')} in flight`;
  const since = scope === 'max-cost' ? 'so far' : periodWords[scope].spent;
  const part = estimated === 0 ? '' : `, ${moneyWords(estimated)} of it estimated`;
  // `--max-cost` counts the jobs of v1, too, by their prices.
  const verb = part === '' && scope !== 'max-cost' ? 'charged' : 'spent';
  return `${moneyWords(charged)} ${verb} ${since}${part}${held}`;
}
