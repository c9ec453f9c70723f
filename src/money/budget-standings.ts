import type { Account } from '../account/account.ts';
import { listProfiles, type Profile, sandboxProfile } from '../account/profiles.ts';
import { settingValues } from '../account/settings/settings.ts';
import { CliError } from '../errors/cli-error.ts';
import {
  type BudgetPeriod,
  type BudgetStanding,
  type Budgets,
  budgetStandings,
  hasBudget,
} from '../ledger/rules/budgets.ts';
import { budgetsOf } from '../request/defaults.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { utcDay } from '../text/iso-time.ts';
import { usdOf } from '../text/money.ts';
import { accountSpending, type SpendingAccount } from './account-spending.ts';
import { budgetName, moneyWords, spentWords } from './words/budget-words.ts';

/** How a budget of an account stands. */
export interface AccountBudget extends BudgetStanding<BudgetPeriod> {
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
export function standingWords(standing: BudgetStanding): string {
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

function accountOf(stored: Profile): SpendingAccount & Pick<Account, 'stored'> {
  return {
    profile: stored.name,
    baseUrl: stored.base_url,
    embedded: stored.name === sandboxProfile.name,
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
