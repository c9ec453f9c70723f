import { type Budgets, hasBudget } from '../ledger/rules/budgets.ts';
import type { Defaults } from '../request/defaults.ts';
import type { MoneyPlan } from '../request/money-flags.ts';
import type { RequestMeans } from '../request/request-means.ts';

/** The budgets of day and month that hold for a line: none where it lifts them. */
export function budgetsFor({ budgets }: Pick<Defaults, 'budgets'>, { overBudget }: MoneyPlan): Budgets {
  return overBudget ? { day: undefined, month: undefined } : budgets;
}

/** Tells whether anything says what jobs may cost. Where nothing does, nothing about money is read or kept. */
export function isBudgeted(defaults: Pick<Defaults, 'budgets'>, money: MoneyPlan): boolean {
  return money.maxCost !== undefined || hasBudget(budgetsFor(defaults, money));
}

/** Tells of flags that do nothing, because there is no budget. */
export function tellIdleMoney(
  { listen }: Pick<RequestMeans, 'listen'>,
  { budgets }: Pick<Defaults, 'budgets'>,
  { assumed, maxCost, overBudget }: MoneyPlan,
): void {
  const isSet = hasBudget(budgets);
  if (overBudget && !isSet)
    listen({ kind: 'warning', message: '--over-budget has no effect: no budget is set' });
  if (assumed !== undefined && maxCost === undefined && (!isSet || overBudget))
    listen({ kind: 'warning', message: '--assume-cost has no effect: no budget holds here' });
}
