import type { Account } from '../account/account.ts';
import type { Intent } from '../ledger/record.ts';
import type { BudgetStanding } from '../ledger/rules/budgets.ts';
import type { Defaults } from '../request/defaults.ts';
import type { MoneyPlan } from '../request/money-flags.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { usdOf } from '../text/money.ts';
import { accountSpending } from './account-spending.ts';
import {
  type AccountBudget,
  budgetFields,
  budgetLine,
  standingsOf,
  standingWords,
} from './budget-standings.ts';
import { budgetsFor } from './budgets-for.ts';
import type { CostCap } from './cost-cap.ts';
import { moneyWords } from './words/budget-words.ts';

/** Requests that would be sent as an account, and are not. */
export interface PlannedSpending {
  account: Account;
  defaults: Pick<Defaults, 'budgets'>;
  money: MoneyPlan;
  intents: readonly Intent[];
}

/** How a budget would stand afterwards. Unit: millionths of a USD; undefined where nobody knows what it costs. */
type Planned<Standing> = Standing & { after: number | undefined };
export type PlannedBudget = Planned<AccountBudget>;

/**
 * The cost of jobs for an account, were each charged as the dearest of its like; `most` is that of all of them. Unit: millionths of a
 * USD; undefined where nobody knows.
 */
export async function plannedCost(
  context: RequestMeans,
  { account, defaults, intents, money }: PlannedSpending,
) {
  const { priceOf } = await (await accountSpending(context, account)).look(money.assumed);
  const most = sumOf(intents.map((intent) => priceOf(intent) ?? money.assumed));
  const standings = await standingsOf(context, account, budgetsFor(defaults, money), money.assumed);
  return { most, budgets: budgetsAfter(standings, most) };
}

/** How budgets would stand were `most` spent, in millionths of a USD; undefined where nobody knows. */
export function budgetsAfter<Standing extends BudgetStanding>(
  standings: readonly Standing[],
  most: number | undefined,
): Planned<Standing>[] {
  return standings.map((standing) => {
    return { ...standing, after: most === undefined ? undefined : standing.left - most };
  });
}

/** The sum of amounts; undefined where one of them is. */
export function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce<number | undefined>(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0,
  );
}

/** `today's studio budget, $2.60: …, $1.60 left; $1.00 after this`. */
export function plannedLine({ after, ...standing }: PlannedBudget): string {
  return `${budgetLine(standing)}; ${afterWords(after)}`;
}

function afterWords(after: number | undefined): string {
  if (after === undefined) return 'cost unknown: --assume-cost AMOUNT';
  return after < 0 ? `this may exceed it by ${moneyWords(-after)}` : `${moneyWords(after)} after this`;
}

export function plannedFields({ after, ...standing }: PlannedBudget) {
  return { ...budgetFields(standing), left_after_usd: after === undefined ? null : usdOf(after) };
}

/** `--max-cost $2.50: $1.40 spent so far, $1.10 left; $0.50 after this`. No line where any amount may be spent. */
export function maxCostLines(cap: CostCap, most: number | undefined): string[] {
  return budgetsAfter(cap.standings(), most).map(
    ({ after, ...standing }) => `--max-cost ${standingWords(standing)}; ${afterWords(after)}`,
  );
}

/** The fields of `--max-cost` for programs. `most`: what the rest may cost, in millionths of a USD; undefined where nobody knows. */
export function maxCostFields(cap: CostCap, most: number | undefined) {
  const [planned] = budgetsAfter(cap.standings(), most);
  return {
    max_cost_usd: planned === undefined ? null : usdOf(planned.budget),
    most_usd: most === undefined ? null : usdOf(most),
    left_after_usd: planned?.after === undefined ? null : usdOf(planned.after),
  };
}
