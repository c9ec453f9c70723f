import { accountName } from '../../account/accounts.ts';
import type { Intent } from '../../ledger/record.ts';
import { budgetStandings, exceededBudgets, hasBudget } from '../../ledger/rules/budgets.ts';
import type { Spending } from '../../ledger/spending/spending.ts';
import { budgetedLedger } from '../../money/budgeted-ledger.ts';
import { accountSpending } from '../../money/like-costs.ts';
import { budgetsFor, createCostCap, isBudgeted } from '../../money/spending-limits.ts';
import {
  overBudget,
  unpricedError,
  unpricedInFlight,
  withShellWords,
} from '../../money/words/budget-errors.ts';
import { moneyWords } from '../../money/words/budget-words.ts';
import type { RequestMeans } from '../../request/request-means.ts';
import { intentOf } from '../../submit/submit-attempt.ts';
import { counted } from '../../text/shown-value.ts';
import { isClaimed } from './agreed-jobs.ts';
import type { Sending } from './prepare-submission.ts';

/**
 * The requests with ledgers that claim within budgets. What all of them may cost together is looked at first, so that not some are
 * sent and the others refused. Throws BudgetError, and nothing was sent then.
 */
export async function underBudget(context: RequestMeans, sendings: readonly Sending[]): Promise<Sending[]> {
  const budgeted: Sending[] = [];
  let cost = { jobs: 0, microUsd: 0 };
  const { maxCost, spent = 0 } = sendings[0]?.submission.plan.money ?? {};
  const cap = createCostCap(maxCost);
  cap.spend(spent);
  for (const ofAccount of byAccount(sendings)) {
    const [{ ports, submission }] = ofAccount;
    const { facts, plan } = submission;
    if (!isBudgeted(facts.defaults, plan.money)) {
      budgeted.push(...ofAccount);
      continue;
    }
    const spending = await accountSpending(context, facts.account, ports.account);
    await printAssumed(context, spending, ofAccount);
    // The claim of a single one is refused as well.
    if (sendings.length > 1 || maxCost !== undefined) {
      const { jobs, microUsd } = await assertTogether(context, spending, ofAccount);
      cost = { jobs: cost.jobs + jobs, microUsd: cost.microUsd + microUsd };
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
  return budgeted.sort((one, other) => one.place - other.place);
}

/** Prints for how many jobs `--assume-cost` is the price, and the amount: a shell makes 0.80 of `$20.80`. */
async function printAssumed(
  context: RequestMeans,
  spending: Spending,
  sendings: readonly [Sending, ...Sending[]],
): Promise<void> {
  const { globals, terminal } = context;
  const [{ submission }] = sendings;
  const { assumed } = submission.plan.money;
  if (assumed === undefined || globals.json || globals.quiet) return;
  const { priceOf } = await spending.look(assumed);
  let jobs = 0;
  for (const sending of sendings) {
    const isNew = !(await isClaimed(context, sending.submission));
    if (isNew && priceOf(intentOf(sending, 1)) === undefined) jobs += 1;
  }
  const each = jobs === 1 ? '' : ' each';
  if (jobs > 0)
    terminal.err.lines([`--assume-cost counts ${counted(jobs, 'job')} as ${moneyWords(assumed)}${each}`]);
}

type Cost = { jobs: number; microUsd: number };

/** The most that the requests of an account may cost together. Throws BudgetError where a budget has not enough left for all of them. */
async function assertTogether(
  context: RequestMeans,
  spending: Spending,
  sendings: readonly [Sending, ...Sending[]],
): Promise<Cost> {
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
  if (first !== undefined) throw withShellWords(unpricedError(first, ...others), plan.money.maxCost);
  if (cost.jobs === 0) return cost;
  const budgets = budgetsFor(facts.defaults, plan.money);
  if (spent.unpriced > 0 && hasBudget(budgets)) throw unpricedInFlight(spent.unpriced);
  const exceeded = exceededBudgets(budgetStandings(budgets, spent), cost.microUsd);
  if (exceeded.length > 0) throw overBudget(exceeded, { ...cost, account: facts.account });
  return cost;
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
