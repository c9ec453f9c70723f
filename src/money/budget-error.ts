import type { Account } from '../account/account.ts';
import { BudgetError } from '../errors/endings.ts';
import { either, genctl, say } from '../errors/hint.ts';
import type { Intent } from '../ledger/record.ts';
import { type BudgetStanding, isHeldByJobs } from '../ledger/rules/budgets.ts';
import type { BudgetRefusal } from '../ledger/spending/judge-claim.ts';
import { requestRoutes } from '../service/request-route.ts';
import { usdOf } from '../text/money.ts';
import { counted } from '../text/shown-value.ts';
import type { SpendingCap } from './spending-cap.ts';
import { liftingWords, moneyWords, overWords, periodWords } from './words/budget-words.ts';

/** What of an account says whose budgets they are. */
export type BudgetedAccount = Pick<Account, 'profile'>;

/** The code of the error where a budget has too little left. */
export const overBudgetCode = 'over_budget';

/** The error for a submit that its budgets don't allow. */
export function budgetError(refusal: BudgetRefusal, intent: Intent, account: BudgetedAccount): BudgetError {
  if (refusal.kind === 'unpriced')
    return refusal.inFlight === 0 ? unpricedError(intent) : unpricedInFlight(refusal.inFlight);
  return overBudget(refusal.exceeded, { jobs: 1, microUsd: refusal.microUsd, account });
}

/** What was to be sent. Unit of the amount: millionths of a USD. */
interface WantedSpending {
  jobs: number;
  microUsd: number;
  account: BudgetedAccount;
  /** Whether others of the same line were sent before. */
  isBegun?: boolean;
}

/** The error for jobs that budgets of day and month have too little left for. */
export function overBudget(
  exceeded: readonly BudgetStanding[],
  { account, isBegun = false, jobs, microUsd }: WantedSpending,
): BudgetError {
  const what = jobs === 1 ? 'this job' : `these ${jobs} jobs`;
  const sums = exceeded.map((one) => `${overWords(one, what, microUsd)}.`);
  const lifting = liftingWords(exceeded.map(({ period }) => period));
  return new BudgetError({
    code: overBudgetCode,
    message: `${leftWords(exceeded, account)}; ${what} may cost ${moneyWords(microUsd)}`,
    why: `${sums.join(' ')} ${isBegun ? 'Nothing more was sent.' : unsentWords(jobs)}`,
    hint: isHeldByJobs(exceeded, microUsd)
      ? either(lookingLine, `; jobs in flight may have ended, or cost less\n${lifting}`)
      : say`to see what you spent: ${genctl`costs`}; ${lifting}`,
  });
}

/** Looks at the jobs in flight, so that what they reserve more than they cost comes free. */
const lookingLine = genctl`costs --refresh`;

/** `Today's studio budget is used up, this month's has $0.01 left`. */
function leftWords(exceeded: readonly BudgetStanding[], { profile }: BudgetedAccount): string {
  return exceeded
    .map(({ left, period }, place) => {
      const { whose } = periodWords[period];
      const subject = place === 0 ? `${whose} ${profile} budget` : whose;
      return `${subject} ${left > 0 ? `has ${moneyWords(left)} left` : 'is used up'}`;
    })
    .join(', ')
    .replace(/^t/, 'T');
}

/** The error for jobs that may cost more than `--max-cost` allows. Unit of the amounts: millionths of a USD. */
export function overMaxCost(
  maxCost: number,
  { jobs, microUsd }: Pick<WantedSpending, 'jobs' | 'microUsd'>,
): BudgetError {
  const what = jobs === 1 ? 'The job may cost' : `The ${jobs} jobs may cost`;
  return new BudgetError({
    code: overBudgetCode,
    message: `${what} ${moneyWords(microUsd)}, and --max-cost is ${moneyWords(maxCost)}`,
    why: `Each counts as the highest charge of a similar job here, or as --assume-cost. ${unsentWords(jobs)}`,
    hint: `to send ${jobs === 1 ? 'it' : 'them'}, set --max-cost to ${moneyWords(microUsd)} or more`,
  });
}

/** Others of the same line may have been sent before a single one. */
function unsentWords(jobs: number): string {
  return jobs === 1 ? 'It was not sent.' : 'Nothing was sent.';
}

/**
 * The error where jobs of a batch may cost more than `--max-cost` allows it over all its runs. Unit of the amount: millionths of a USD.
 */
export function overBatchCost(
  { most = 0, reserved, spent }: Pick<SpendingCap, 'most' | 'reserved' | 'spent'>,
  { jobs, microUsd, shards }: { jobs: number; microUsd: number; shards: number },
): BudgetError {
  const held = reserved === 0 ? '' : `, ${moneyWords(reserved)} reserved for running and uncertain jobs`;
  return new BudgetError({
    code: overBudgetCode,
    message: `--max-cost ${moneyWords(most)} is reached`,
    why: `${moneyWords(spent)} charged over all runs${held}, ${jobs === 1 ? 'the next' : `the next ${jobs}`} up to ${moneyWords(microUsd)}`,
    enoughUsd: usdOf((spent + reserved + microUsd) * shards),
  });
}

/** The error for lines of a batch, and earlier jobs of it, of which nobody knows what they cost. */
export function unpricedLines(lines: number, total: number): BudgetError {
  const which = lines > total ? `${lines} jobs of the batch` : `${lines} of ${counted(total, 'line')}`;
  return new BudgetError({
    code: 'price_unknown',
    message: `The cost of ${which} is unknown, and a budget is set; nothing was sent`,
    why: 'No similar job has been charged here, or they go to v1, which reports no charges.',
    ...assumedCost,
  });
}

/** The error for jobs of an account of which nobody knows what they cost. */
export function unpricedError(first: Intent, ...others: readonly Intent[]): BudgetError {
  const intents = [first, ...others];
  const what = others.length === 0 ? 'this job' : `these ${intents.length} jobs`;
  const told = intents.filter(({ route }) => requestRoutes[route].tellsCharge);
  const models = [...new Set(told.map(({ model }) => model))].join(', ');
  const why =
    told.length === 0
      ? 'v1 reports no charges.'
      : `No similar job of ${models} has been charged to ${first.profile} here.`;
  return new BudgetError({
    code: 'price_unknown',
    message: `The cost of ${what} is unknown, and a budget is set`,
    why: `${why} ${unsentWords(intents.length)}`,
    ...assumedCost,
  });
}

/** The error for so many jobs in flight of which nobody knows what they cost. */
export function unpricedInFlight(jobs: number): BudgetError {
  return new BudgetError({
    code: 'price_unknown',
    message: `The cost of ${counted(jobs, 'running job')} is unknown, and a budget is set`,
    why: 'You sent them before you set the budget, and no similar job has been charged here. Nothing more was sent.',
    ...assumedCost,
  });
}

/** How a price is said that nobody knows. */
const assumedCost = {
  hint: '--assume-cost AMOUNT, the most that one job may cost',
};
