import { accountName } from '../../account/accounts.ts';
import type { Intent } from '../../ledger/record.ts';
import {
  type BudgetPeriod,
  type BudgetStanding,
  budgetStandings,
  exceededBudgets,
  hasBudget,
} from '../../ledger/rules/budgets.ts';
import type { Spending } from '../../ledger/spending/spending.ts';
import { accountSpending } from '../../money/account-spending.ts';
import { overBudget, unpricedError, unpricedInFlight } from '../../money/budget-error.ts';
import { budgetsFor, isBudgeted } from '../../money/budgets-for.ts';
import { budgetedLedger } from '../../money/claims/budgeted-ledger.ts';
import { createCostCap } from '../../money/cost-cap.ts';
import { moneyWords, periodWords } from '../../money/words/budget-words.ts';
import type { RequestMeans } from '../../request/request-means.ts';
import { intentOf } from '../../submit/submit-each.ts';
import { isClaimed } from './agreed-jobs.ts';
import type { Sending } from './prepare-submission.ts';

/**
 * The requests with ledgers that claim within budgets. What all of them may cost together is looked at first, so that not some are
 * sent and the others refused. Throws BudgetError, and nothing was sent then.
 */
export async function underBudget(context: RequestMeans, sendings: readonly Sending[]): Promise<Sending[]> {
  const budgeted: Sending[] = [];
  const beforehand: string[] = [];
  let cost = { jobs: 0, microUsd: 0 };
  const maxCost = sendings[0]?.submission.plan.money.maxCost;
  const cap = createCostCap(maxCost);
  for (const ofAccount of byAccount(sendings)) {
    const [{ submission }] = ofAccount;
    const { facts, plan } = submission;
    if (!isBudgeted(facts.defaults, plan.money)) {
      budgeted.push(...ofAccount);
      continue;
    }
    const spending = await accountSpending(context, facts.account);
    const isLooked = sendings.length > 1 || maxCost !== undefined || context.terminal.interactive;
    const looked = isLooked ? await assertTogether(context, spending, ofAccount) : undefined;
    if (looked !== undefined) {
      cost = sumOf(cost, looked.cost);
      beforehand.push(...looked.beforehand);
    }
    const { account, defaults } = facts;
    const budgets = budgetsFor(defaults, plan.money);
    budgeted.push(
      ...ofAccount.map(({ place, ...one }) => {
        // An attempt goes in the place of the one before it, because only an uncharged job has another.
        const terms = { account, budgets, assumed: plan.money.assumed, cap, heldBy: () => String(place) };
        const ledger = budgetedLedger(one.ports.ledger, spending, terms);
        return { ...one, place, ports: { ...one.ports, ledger } };
      }),
    );
  }
  const exceeded = exceededBudgets(cap.standings(), cost.microUsd);
  const account = sendings[0]?.submission.facts.account;
  if (account !== undefined && exceeded.length > 0) throw overBudget(exceeded, { ...cost, account });
  const { globals, terminal } = context;
  if (terminal.interactive && !globals.quiet) terminal.err.lines(beforehand);
  return budgeted.sort((one, other) => one.place - other.place);
}

type Cost = { jobs: number; microUsd: number };

function sumOf(one: Cost, other: Cost): Cost {
  return { jobs: one.jobs + other.jobs, microUsd: one.microUsd + other.microUsd };
}

interface LookedCost {
  cost: Cost;
  /** The lines that a person sees before anything is sent. */
  beforehand: string[];
}

/** The most that the requests of an account may cost together. Throws BudgetError where a budget has not enough left for all of them. */
async function assertTogether(
  context: RequestMeans,
  spending: Spending,
  sendings: readonly [Sending, ...Sending[]],
): Promise<LookedCost> {
  const [{ submission }] = sendings;
  const { facts, plan } = submission;
  const { assumed } = plan.money;
  const { priceOf: pricedBefore, spent } = await spending.look(assumed);
  const priceOf = (intent: Intent): number | undefined => pricedBefore(intent) ?? assumed;
  const cost = { jobs: 0, microUsd: 0 };
  const unpriced: Intent[] = [];
  for (const one of sendings) {
    const intent = intentOf(one, 1);
    if (await isClaimed(context, one.submission)) continue;
    const microUsd = priceOf(intent);
    if (microUsd === undefined) unpriced.push(intent);
    cost.jobs += 1;
    cost.microUsd += microUsd ?? 0;
  }
  const [first, ...others] = unpriced;
  if (first !== undefined) throw unpricedError(first, ...others);
  if (cost.jobs === 0) return { cost, beforehand: [] };
  const budgets = budgetsFor(facts.defaults, plan.money);
  if (spent.unpriced > 0 && hasBudget(budgets)) throw unpricedInFlight(spent.unpriced);
  const standings = budgetStandings(budgets, spent);
  const exceeded = exceededBudgets(standings, cost.microUsd);
  if (exceeded.length > 0) throw overBudget(exceeded, { ...cost, account: facts.account });
  return { cost, beforehand: [mostWords(cost, standings)] };
}

/** The line shown before anything is sent: `May cost up to $0.03; $0.79 of $1.00 left today (UTC)`. */
function mostWords({ microUsd }: Cost, standings: readonly BudgetStanding<BudgetPeriod>[]): string {
  const left = standings.map(
    (one) => `; ${moneyWords(one.left)} of ${moneyWords(one.budget)} left ${periodWords[one.scope].spent}`,
  );
  return `May cost up to ${moneyWords(microUsd)}${left.join('')}`;
}

function byAccount(sendings: readonly Sending[]): [Sending, ...Sending[]][] {
  const groups = new Map<string, [Sending, ...Sending[]]>();
  for (const one of sendings) {
    const name = accountName(one.submission.facts.account);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
