import { type Account, keySourceOf } from '../account/account.ts';
import { listProfiles, type Profile, sandboxProfile } from '../account/profiles.ts';
import { settingValues } from '../account/settings/settings.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Intent } from '../ledger/record.ts';
import {
  type BudgetPeriod,
  type BudgetStanding,
  type Budgets,
  budgetStandings,
  hasBudget,
} from '../ledger/rules/budgets.ts';
import { budgetsOf, type Defaults } from '../request/defaults.ts';
import type { MoneyPlan } from '../request/guard-flags.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { utcDay } from '../text/iso-time.ts';
import { usdOf } from '../text/money.ts';
import { accountSpending, type SpendingAccount } from './like-costs.ts';
import { budgetsFor, type CostCap } from './spending-limits.ts';
import { budgetName, moneyWords, spentWords } from './words/budget-words.ts';

/** How a budget of an account stands. */
interface AccountBudget extends BudgetStanding<BudgetPeriod> {
  profile: string;
  /** The day or the month that it is of: `2026-03-04` or `2026-03`, UTC. */
  of: string;
}

type BudgetContext = Pick<
  RequestMeans,
  'account' | 'around' | 'clock' | 'home' | 'ledger' | 'listen' | 'settings'
>;

/**
 * How the budgets of all accounts stand, or of the one that is named. Nothing of the ledger is read where there are none. The sandbox
 * is left out unless it is named or has spent something.
 */
export async function accountBudgets(
  context: BudgetContext,
  named: string | undefined,
): Promise<AccountBudget[]> {
  const found: AccountBudget[] = [];
  for (const { account, budgets } of await budgetedAccounts(context, named)) {
    const standings = await standingsOf(context, account, budgets);
    const isIdle = standings.every(({ charged, inFlight }) => charged === 0 && inFlight === 0);
    if (account.profile !== sandboxProfile.name || named !== undefined || !isIdle) found.push(...standings);
  }
  return found;
}

/** How the budgets of an account stand. `assumed`: as in `PricedSubmit`. */
export async function standingsOf(
  context: Omit<BudgetContext, 'account' | 'settings'>,
  account: SpendingAccount,
  budgets: Budgets,
  assumed?: number,
): Promise<AccountBudget[]> {
  if (!hasBudget(budgets)) return [];
  const { spent } = await (await accountSpending(context, account)).look(assumed);
  const today = utcDay(context.clock.nowMs());
  return budgetStandings(budgets, spent).map((standing) => {
    const of = standing.scope === 'day' ? today : today.slice(0, 7);
    return { profile: account.profile, of, ...standing };
  });
}

/** `today's studio budget, $20.00: $18.40 charged today (UTC), $1.60 left`. */
export function budgetLine(standing: AccountBudget): string {
  return `${budgetName(standing.scope, standing.profile)}, ${standingWords(standing)}`;
}

/** `$20.00: $18.40 charged today (UTC), $1.60 left`. */
function standingWords(standing: BudgetStanding): string {
  const { budget, left } = standing;
  const rest = left < 0 ? `${moneyWords(-left)} over` : `${moneyWords(left)} left`;
  return `${moneyWords(budget)}: ${spentWords(standing)}, ${rest}`;
}

/** The fields of a budget for programs. */
export function budgetFields({
  budget,
  charged,
  estimated = 0,
  inFlight,
  left,
  of,
  profile,
  reserved,
  scope: period,
}: AccountBudget) {
  return {
    profile,
    period,
    of,
    budget_usd: usdOf(budget),
    charged_usd: usdOf(charged),
    estimated_usd: usdOf(estimated),
    reserved_usd: usdOf(reserved),
    in_flight: inFlight,
    left_usd: usdOf(left),
  };
}

async function budgetedAccounts(
  context: BudgetContext,
  named: string | undefined,
): Promise<{ account: SpendingAccount; budgets: Budgets }[]> {
  const stored = await context.settings();
  const settings = settingValues(stored);
  const profiles = listProfiles(stored).map(accountOf);
  const atHand = await accountAtHand(context);
  const isKnown = profiles.some(({ profile }) => profile === atHand?.profile);
  const accounts = atHand === undefined || isKnown ? profiles : [...profiles, atHand];
  return accounts.flatMap((account) => {
    const budgets = budgetsOf(settings, account.stored);
    const isWanted = hasBudget(budgets) && (named === undefined || named === account.profile);
    return isWanted ? [{ account, budgets }] : [];
  });
}

function accountOf(stored: Profile): SpendingAccount {
  return {
    profile: stored.name,
    baseUrl: stored.base_url,
    embedded: stored.name === sandboxProfile.name,
    keySource: keySourceOf(stored),
    stored,
  };
}

/** The account in use, where there is one: variables may make one that no profile names. */
async function accountAtHand({ account }: Pick<BudgetContext, 'account'>): Promise<Account | undefined> {
  try {
    return await account();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return undefined;
  }
}

/** Requests that would be sent as an account, and are not. */
interface PlannedSpending {
  account: Account;
  defaults: Pick<Defaults, 'budgets'>;
  money: MoneyPlan;
  intents: readonly Intent[];
}

/** How a budget would stand afterwards. Unit: millionths of a USD; undefined where nobody knows what it costs. */
type Planned<Standing> = Standing & { after: number | undefined };
type PlannedBudget = Planned<AccountBudget>;

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
