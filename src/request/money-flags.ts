import {
  type FlagValues,
  inGroup,
  invalidFlag,
  longName,
  seldom,
  switchFlag,
  type ValueFlag,
  valueFlag,
} from '../cli/flag.ts';
import { gapLeft } from '../errors/endings.ts';
import { typedWith } from '../errors/hint.ts';
import { hasGap } from '../text/gaps.ts';
import { amountOf, amountWords, likelyAmount, microUsdOf } from '../text/money.ts';

/** The flags that say what jobs may cost: every command that submits some has them. */
export const moneyFlags = inGroup('Money:', {
  maxCost: amountFlag('--max-cost <usd>', 'send nothing if it may cost more than this'),
  assumeCost: seldom(amountFlag('--assume-cost <usd>', 'with a budget: count a job of unknown cost as this')),
  overBudget: seldom(switchFlag('--over-budget', 'ignore the budgets of day and month this once')),
});

/** The words of a line about money. Unit of the amounts: millionths of a USD. */
export interface MoneyPlan {
  /** The amount that all that is sent may cost. */
  maxCost: number | undefined;
  /** The amount that a job counts for whose price is not known. */
  assumed: number | undefined;
  /** True if the budgets of day and month are lifted. */
  overBudget: boolean;
}

export function moneyPlanOf({ assumeCost, maxCost, overBudget }: FlagValues<typeof moneyFlags>): MoneyPlan {
  const microOf = (usd: number | undefined): number | undefined =>
    usd === undefined ? undefined : microUsdOf(usd);
  return { maxCost: microOf(maxCost), assumed: microOf(assumeCost), overBudget };
}

function amountFlag(syntax: string, says: string): ValueFlag<number> {
  const flag = valueFlag(syntax, says, (text) => {
    const amount = amountOf(text);
    if (amount !== undefined) return amount;
    if (hasGap(text)) throw gapLeft(text);
    const hint = typedWith(longName(syntax), likelyAmount(text));
    throw invalidFlag(syntax, text, `It takes ${amountWords}.`, hint);
  });
  return { ...flag, number: { isWhole: false } };
}
