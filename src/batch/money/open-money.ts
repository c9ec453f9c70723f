import type { Account } from '../../account/account.ts';
import type { Intent } from '../../ledger/record.ts';
import { type Budgets, hasBudget } from '../../ledger/rules/budgets.ts';
import type { Spending } from '../../ledger/spending/spending.ts';
import { accountSpending } from '../../money/account-spending.ts';
import { budgetsFor } from '../../money/budgets-for.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { Defaults } from '../../request/defaults.ts';
import type { MoneyPlan } from '../../request/money-flags.ts';
import { createSpentBefore, type SpentBefore } from './spent-before.ts';

/** What a batch may cost, and what it has cost. Unit of the amounts: millionths of a USD. */
export interface BatchMoney {
  account: Account;
  /** What the batch may cost over all its runs, or the shard at hand; undefined for any amount. */
  maxCost: number | undefined;
  /** What a job counts for whose price is not known. */
  assumed: number | undefined;
  budgets: Budgets;
  /** How many shards share it. */
  shards: number;
  spending: Spending;
  /** What the job of an intent may cost; undefined where nobody knows. */
  priceOf(intent: Intent): number | undefined;
  /** The job of an intent was charged that: others like it may be, too. */
  learn(intent: Intent, microUsd: number): void;
  /** How many jobs in flight, of this batch or not, have a price that nobody knows: beside them no budget of day or month holds. */
  unpricedInFlight: number;
  /** What the check finds out of earlier runs. */
  before: SpentBefore;
}

interface MoneyParts {
  account: Account;
  defaults: Pick<Defaults, 'budgets'>;
  money: MoneyPlan;
  /** How many shards there are. */
  shards: number;
}

export async function openMoney(
  context: Pick<OutputMeans, 'clock' | 'home' | 'ledger'>,
  { account, defaults, money, shards }: MoneyParts,
): Promise<BatchMoney> {
  const { assumed, maxCost } = money;
  const budgets = budgetsFor(defaults, money);
  const spending = await accountSpending(context, account);
  const { learn, priceOf: pricedBefore, spent } = await spending.look(assumed);
  const priceOf = (intent: Intent): number | undefined => pricedBefore(intent) ?? assumed;
  return {
    account,
    maxCost: maxCost === undefined ? undefined : Math.floor(maxCost / shards),
    assumed,
    budgets,
    shards,
    spending,
    priceOf,
    learn,
    unpricedInFlight: hasBudget(budgets) ? spent.unpriced : 0,
    before: createSpentBefore(priceOf),
  };
}
