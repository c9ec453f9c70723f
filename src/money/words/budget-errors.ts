import type { Account } from '../../account/account.ts';
import { BudgetError } from '../../errors/endings.ts';
import { either, genctl, type Hint, hintLines, say } from '../../errors/hint.ts';
import type { Intent } from '../../ledger/record.ts';
import { type BudgetPeriod, type BudgetStanding, isHeldByJobs } from '../../ledger/rules/budgets.ts';
import type { BudgetRefusal } from '../../ledger/spending/judge-claim.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { formatMoney, shellWords, usdOf } from '../../text/money.ts';
import { counted } from '../../text/shown-value.ts';
import { budgetName, isOfPeriod, liftingWords, moneyWords, periodWords, sumWords } from './budget-words.ts';

/** The code of the error where a budget has too little left. */
export const overBudgetCode = 'over_budget';

/** The error for a submit that its budgets don't allow. */
export function budgetError(
  refusal: BudgetRefusal,
  intent: Intent,
  whose: Pick<WantedSpending, 'account' | 'shards'>,
): BudgetError {
  if (refusal.kind === 'unpriced')
    return refusal.inFlight === 0 ? unpricedError(intent) : unpricedInFlight(refusal.inFlight);
  return overBudget(refusal.exceeded, { jobs: 1, microUsd: refusal.microUsd, ...whose });
}

/** The jobs that were to be sent, and their price. Unit of the amount: millionths of a USD. */
interface WantedSpending {
  jobs: number;
  microUsd: number;
  account: Pick<Account, 'profile'>;
  /** True at the end of a batch, of which others were sent before. */
  othersSent?: boolean;
  /** How many shards share what `--max-cost` allows. */
  shards?: number | undefined;
}

/** The error for jobs that budgets have too little left for: those of day and month, or `--max-cost`. They may have enough by now. */
export function overBudget(exceeded: readonly BudgetStanding[], wanted: WantedSpending): BudgetError {
  const { account, jobs, microUsd, othersSent = false } = wanted;
  if (exceeded.length === 0) {
    const message = `The budgets were too small for ${counted(jobs, 'job')}, but are large enough now`;
    return new BudgetError({ code: overBudgetCode, message });
  }
  const what = jobs === 1 ? 'this job' : `these ${jobs} jobs`;
  const sums = exceeded.map((one) => `${sumWords(one)}.${one.budget === 0 ? ` ${shellWords}` : ''}`);
  const enoughUsd = enoughFor(exceeded, wanted);
  return new BudgetError({
    code: overBudgetCode,
    message: `${leftWords(exceeded, account)}; ${what} may cost ${moneyWords(microUsd)}`,
    why: `${sums.join(' ')} ${othersSent ? nothingMore : unsentWords(jobs)}`,
    hint: hintLines([
      enoughUsd === undefined
        ? undefined
        : `to send ${jobs === 1 ? 'it' : 'them'}, set --max-cost to ${formatMoney(enoughUsd)} or more`,
      liftingHint(exceeded.filter(isOfPeriod), microUsd),
    ]),
    ...(enoughUsd === undefined ? {} : { enoughUsd }),
  });
}

/** The least `--max-cost` that lets the jobs be sent; undefined where that is not what keeps them back. Unit: USD. */
function enoughFor(
  exceeded: readonly BudgetStanding[],
  { microUsd, shards = 1 }: WantedSpending,
): number | undefined {
  const cap = exceeded.find(({ scope }) => scope === 'max-cost');
  return cap === undefined ? undefined : usdOf((cap.charged + cap.reserved + microUsd) * shards);
}

function liftingHint(exceeded: readonly BudgetStanding<BudgetPeriod>[], microUsd: number): Hint | undefined {
  if (exceeded.length === 0) return undefined;
  const lifting = liftingWords(exceeded.map(({ scope }) => scope));
  return isHeldByJobs(exceeded, microUsd)
    ? either(lookingLine, `; jobs in flight may have ended, or cost less\n${lifting}`)
    : say`to see what you spent: ${genctl`costs`}; ${lifting}`;
}

/** Looks at the jobs in flight, so that what they reserve more than they cost comes free. */
const lookingLine = genctl`costs --refresh`;

/** `Today's studio budget is used up, this month's has $0.01 left`. */
function leftWords(exceeded: readonly BudgetStanding[], { profile }: Pick<Account, 'profile'>): string {
  const [first] = exceeded.filter(isOfPeriod);
  return exceeded
    .map((one) => `${nameOf(one, one === first ? profile : undefined)} ${restWords(one)}`)
    .join(', ')
    .replace(/^t/, 'T');
}

function nameOf(standing: BudgetStanding, profile: string | undefined): string {
  if (!isOfPeriod(standing)) return '--max-cost';
  return profile === undefined ? periodWords[standing.scope].whose : budgetName(standing.scope, profile);
}

function restWords({ left }: BudgetStanding): string {
  return left > 0 ? `has ${moneyWords(left)} left` : 'is used up';
}

const nothingMore = 'Nothing more was sent.';

/** Others of the same line may have been sent before a single one. */
function unsentWords(jobs: number): string {
  return jobs === 1 ? 'It was not sent.' : 'Nothing was sent.';
}

/** The error for lines of a batch, and earlier jobs of it, of which nobody knows what they cost. */
export function unpricedLines(lines: number, total: number): BudgetError {
  const which = lines > total ? `${lines} jobs of the batch` : `${lines} of ${counted(total, 'line')}`;
  return unpriced(
    `The cost of ${which} is unknown, and spending is limited; nothing was sent`,
    'No similar job has been charged here, or they go to v1, which reports no charges; no row of prices.csv fits them.',
  );
}

/** The error for jobs of an account of which nobody knows what they cost. */
export function unpricedError(first: Intent, ...others: readonly Intent[]): BudgetError {
  const intents = [first, ...others];
  const what = others.length === 0 ? 'this job' : `these ${intents.length} jobs`;
  const told = intents.filter(({ route }) => requestRoutes[route].tellsCharge);
  const models = [...new Set(told.map(({ model }) => model))].join(', ');
  const why =
    told.length === 0
      ? 'v1 reports no charges, and no row of prices.csv fits.'
      : `No similar job of ${models} has been charged to this account here, and no row of prices.csv fits.`;
  const message = `The cost of ${what} is unknown, and spending is limited`;
  return unpriced(message, `${why} ${unsentWords(intents.length)}`);
}

/** An error for an unknown cost. Where `--max-cost` is 0, the shell may have made that of an amount. */
export function withShellWords(error: BudgetError, maxCost: number | undefined): BudgetError {
  if (maxCost === 0) error.why = `${error.why} --max-cost is $0.00. ${shellWords}`;
  return error;
}

/** The error for so many jobs in flight of which nobody knows what they cost. */
export function unpricedInFlight(jobs: number): BudgetError {
  return unpriced(
    `The cost of ${counted(jobs, 'running job')} is unknown, and a budget is set`,
    `You sent them before you set the budget, and no similar job has been charged here. ${nothingMore}`,
  );
}

function unpriced(message: string, why: string): BudgetError {
  const hint = say`--assume-cost AMOUNT, the most that one job may cost; or list what you know of prices: ${genctl`config prices`}`;
  return new BudgetError({ code: 'price_unknown', message, why, hint });
}
