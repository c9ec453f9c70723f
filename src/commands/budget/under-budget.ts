import { intentOf } from '../../flows/submit-each.ts';
import { hasSameBody } from '../../flows/submit-refusals.ts';
import {
  type BudgetStanding,
  budgetStandings,
  exceededBudget,
  hasBudget,
} from '../../rules/budget/budgets.ts';
import type { Intent } from '../../store/ledger/record.ts';
import type { Spending } from '../../store/ledger/spending/spending.ts';
import { accountName } from '../context/accounts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Sending } from '../journey/sending.ts';
import { accountSpending } from './account-spending.ts';
import { overBudget, overMaxCost, unpricedError } from './budget-error.ts';
import { moneyWords, periodWords } from './budget-words.ts';
import { budgetedLedger } from './budgeted-ledger.ts';
import { budgetsFor, isBudgeted } from './budgets-for.ts';

/**
 * The requests with ledgers that claim within budgets. What all of them may cost together is looked at first, so that not some are
 * sent and the others refused. Throws BudgetError, and nothing was sent then.
 */
export async function underBudget(context: CommandContext, sendings: readonly Sending[]): Promise<Sending[]> {
  const budgeted: Sending[] = [];
  let cost = { jobs: 0, microUsd: 0 };
  for (const ofAccount of byAccount(sendings)) {
    const [{ submission }] = ofAccount;
    const { facts, plan } = submission;
    if (!isBudgeted(facts.defaults, plan.money)) {
      budgeted.push(...ofAccount);
      continue;
    }
    const spending = await accountSpending(context, facts.account);
    const isLooked = sendings.length > 1 || plan.money.maxCost !== undefined || context.terminal.interactive;
    if (isLooked) cost = sumOf(cost, await assertTogether(context, spending, ofAccount));
    const { account, defaults } = facts;
    const terms = { account, budgets: budgetsFor(defaults, plan.money), assumed: plan.money.assumed };
    budgeted.push(
      ...ofAccount.map((one) => {
        const ledger = budgetedLedger(one.ports.ledger, spending, terms);
        return { ...one, ports: { ...one.ports, ledger } };
      }),
    );
  }
  const maxCost = sendings[0]?.submission.plan.money.maxCost;
  if (maxCost !== undefined && cost.microUsd > maxCost) throw overMaxCost(maxCost, cost);
  return budgeted.sort((one, other) => one.place - other.place);
}

type Cost = { jobs: number; microUsd: number };

function sumOf(one: Cost, other: Cost): Cost {
  return { jobs: one.jobs + other.jobs, microUsd: one.microUsd + other.microUsd };
}

/** What the requests of an account may cost. Throws BudgetError where a budget has not enough left for all of them. */
async function assertTogether(
  { terminal }: Pick<CommandContext, 'terminal'>,
  spending: Spending,
  sendings: readonly [Sending, ...Sending[]],
): Promise<Cost> {
  const [{ submission }] = sendings;
  const { facts, plan } = submission;
  const { assumed } = plan.money;
  const { priceOf, spent } = await spending.look(assumed);
  const cost = { jobs: 0, microUsd: 0 };
  for (const one of sendings) {
    const intent = intentOf(one, 1);
    if (await isSentAlready(one, intent)) continue;
    const microUsd = priceOf(intent) ?? assumed;
    if (microUsd === undefined) throw unpricedError(intent, 0);
    cost.jobs += 1;
    cost.microUsd += microUsd;
  }
  const budgets = budgetsFor(facts.defaults, plan.money);
  if (spent.unpriced > 0 && hasBudget(budgets)) throw unpricedError(intentOf(sendings[0], 1), spent.unpriced);
  const standings = budgetStandings(budgets, spent);
  const standing = exceededBudget(standings, cost.microUsd);
  if (standing !== undefined && cost.jobs > 0)
    throw overBudget(standing, { ...cost, account: facts.account });
  if (terminal.interactive && cost.jobs > 0) terminal.err.lines([beforehand(cost, standings)]);
  return cost;
}

/** What a person sees before anything is sent: `up to $0.03; of the budget of the day $0.79 left`. */
function beforehand({ microUsd }: Cost, standings: readonly BudgetStanding[]): string {
  const left = standings.map(
    (one) => `; ${moneyWords(one.left)} of ${moneyWords(one.budget)} left ${periodWords[one.period].spent}`,
  );
  return `May cost up to ${moneyWords(microUsd)}${left.join('')}`;
}

/** Whether a request costs nothing more: its name or key stands for it already. */
async function isSentAlready({ ports, submission }: Sending, intent: Intent): Promise<boolean> {
  const { idempotencyKey, once } = submission.plan;
  if (once === undefined && idempotencyKey === undefined) return false;
  const claim = await ports.ledger.findClaim(intent);
  return claim !== undefined && hasSameBody(claim.intent, intent);
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
