import { type BudgetStanding, type Budgets, hasBudget, standingOf } from '../ledger/rules/budgets.ts';
import type { Defaults } from '../request/defaults.ts';
import type { MoneyPlan } from '../request/guard-flags.ts';
import type { RequestMeans } from '../request/request-means.ts';

export type CostCap = ReturnType<typeof createCostCap>;

/**
 * The spending that `--max-cost` bounds: a batch over all its runs, or what one line sends. Unit of the amounts: millionths of a USD.
 *
 * @param most the limit for all of it; undefined for any amount.
 */
export function createCostCap(most: number | undefined) {
  /** The amounts for submits whose jobs have not ended, by their keys. */
  const held = new Map<string, number>();
  let spent = 0;
  const reservedBut = (but?: string): number =>
    [...held].reduce((sum, [key, microUsd]) => (key === but ? sum : sum + microUsd), 0);
  return {
    most,
    held: held as ReadonlyMap<string, number>,
    get spent(): number {
      return spent;
    },
    get reserved(): number {
      return reservedBut();
    },
    /**
     * How it stands, as a budget beside those of day and month; none where any amount may be spent.
     *
     * @param but the key of a submit that is judged: what is held by that key does not count.
     */
    standings(but?: string): BudgetStanding[] {
      if (most === undefined) return [];
      const inFlight = but !== undefined && held.has(but) ? held.size - 1 : held.size;
      return [standingOf('max-cost', { budget: most, charged: spent, reserved: reservedBut(but), inFlight })];
    },
    hold: (key: string, microUsd: number) => void held.set(key, microUsd),
    /** The submit is over: it was charged that, or nothing. */
    release(key: string, microUsd: number): void {
      held.delete(key);
      spent += microUsd;
    },
    /** That was spent by earlier runs, or by others. */
    spend(microUsd: number): void {
      spent += microUsd;
    },
  };
}

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
