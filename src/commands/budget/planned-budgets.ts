import { usdOf } from '../../rules/money.ts';
import type { Account } from '../../store/account.ts';
import type { Intent } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import type { Defaults } from '../request/defaults.ts';
import type { MoneyPlan } from '../request/money-flags.ts';
import { accountSpending } from './account-spending.ts';
import { type AccountBudget, budgetFields, budgetLine, standingsOf } from './budget-standings.ts';
import { moneyWords } from './budget-words.ts';
import { budgetsFor } from './budgets-for.ts';

/** What would be sent as an account, and is not. */
export interface PlannedSpending {
  account: Account;
  defaults: Pick<Defaults, 'budgets'>;
  money: MoneyPlan;
  intents: readonly Intent[];
}

/** How a budget would stand afterwards. Unit: millionths of a USD; undefined where nobody knows what it costs. */
export interface PlannedBudget extends AccountBudget {
  after: number | undefined;
}

/** What the budgets of an account would have left, were each job charged as the dearest of its like. */
export async function plannedBudgets(
  context: CommandContext,
  { account, defaults, intents, money }: PlannedSpending,
): Promise<PlannedBudget[]> {
  const standings = await standingsOf(context, account, budgetsFor(defaults, money));
  if (standings.length === 0) return [];
  const { priceOf } = await (await accountSpending(context, account)).look(money.assumed);
  const prices = intents.map((intent) => priceOf(intent) ?? money.assumed);
  return standings.map((standing) => ({ ...standing, after: afterAll(standing.left, prices) }));
}

/** What is left of an amount after these; undefined where one of them is. */
function afterAll(left: number, prices: readonly (number | undefined)[]): number | undefined {
  return prices.reduce<number | undefined>(
    (rest, price) => (rest === undefined || price === undefined ? undefined : rest - price),
    left,
  );
}

/** `budget of the day …, $1.60 left; $1.00 after this`. */
export function plannedLine({ after, ...standing }: PlannedBudget): string {
  const rest =
    after === undefined
      ? 'what this costs is not known: --assume-cost AMOUNT'
      : after < 0
        ? `this may cost ${moneyWords(-after)} too much`
        : `${moneyWords(after)} after this`;
  return `${budgetLine(standing)}; ${rest}`;
}

export function plannedFields({ after, ...standing }: PlannedBudget) {
  return { ...budgetFields(standing), left_after_usd: after === undefined ? null : usdOf(after) };
}
