import type { Intent } from '../../ledger/record.ts';
import { hasBudget } from '../../ledger/rules/budgets.ts';
import { standingsOf } from '../../money/budget-standings.ts';
import { budgetsFor, isBudgeted, tellIdleMoney } from '../../money/budgets-for.ts';
import { createCostCap } from '../../money/cost-cap.ts';
import {
  budgetsAfter,
  maxCostFields,
  maxCostLines,
  plannedFields,
  plannedLine,
} from '../../money/planned-budgets.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { AccountFacts } from '../../request/account-facts.ts';
import { usdOf } from '../../text/money.ts';
import type { BatchInput } from '../batch-input.ts';
import type { Shard } from '../rules/shard.ts';
import { createSpentBefore } from './spent-before.ts';

/** The amounts that a batch may cost, and has cost. Unit of the amounts: millionths of a USD. */
export type BatchMoney = NonNullable<Awaited<ReturnType<typeof openMoney>>>;

/** Opens the money of a batch. Where nothing limits it, nothing about it is read or loaded. */
export async function openMoney(
  context: OutputMeans,
  { money }: Pick<BatchInput, 'money'>,
  { facts: { account, defaults }, shard }: { facts: AccountFacts; shard: Shard | undefined },
) {
  tellIdleMoney(context, defaults, money);
  if (!isBudgeted(defaults, money)) return undefined;
  const { accountSpending } = await import('../../money/account-spending.ts');
  const { assumed, maxCost } = money;
  const budgets = budgetsFor(defaults, money);
  const spending = await accountSpending(context, account);
  const { learn, priceOf: pricedBefore, spent } = await spending.look(assumed);
  const priceOf = (intent: Intent): number | undefined => pricedBefore(intent) ?? assumed;
  const shards = shard?.total ?? 1;
  return {
    account,
    /** The limit of the batch over all its runs, or of the shard at hand; undefined for any amount. */
    maxCost: maxCost === undefined ? undefined : Math.floor(maxCost / shards),
    /** The amount that a job counts for whose price is not known. */
    assumed,
    budgets,
    /** How many shards share it. */
    shards,
    spending,
    /** The most that the job of an intent may cost; undefined where nobody knows. */
    priceOf,
    /** The job of an intent was charged that: others like it may be, too. */
    learn,
    /** How many jobs in flight, of this batch or not, have a price that nobody knows: beside them no budget of day or month holds. */
    unpricedInFlight: hasBudget(budgets) ? spent.unpriced : 0,
    /** The spending of earlier runs, as the check finds it. */
    before: createSpentBefore(priceOf),
  };
}

/** How far what a batch may cost would go, were the rest of its lines sent: in words, a line a budget, and for programs. */
export async function plannedMoney(
  context: OutputMeans,
  { account, assumed, before: { sums }, budgets, maxCost }: BatchMoney,
) {
  const cap = createCostCap(maxCost, sums);
  const most = sums.unpriced === 0 ? sums.expected : undefined;
  const after = budgetsAfter(await standingsOf(context, account, budgets, assumed), most);
  return {
    lines: [...maxCostLines(cap, most), ...after.map(plannedLine)],
    fields: {
      budget: {
        ...maxCostFields(cap, most),
        spent_usd: usdOf(cap.spent),
        reserved_usd: usdOf(cap.reserved),
      },
      budgets: after.map(plannedFields),
    },
  };
}

export type PlannedMoney = Awaited<ReturnType<typeof plannedMoney>>;
