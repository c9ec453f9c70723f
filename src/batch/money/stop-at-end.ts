import { BudgetError } from '../../errors/endings.ts';
import { exceededBudgets } from '../../ledger/rules/budgets.ts';
import { overBatchCost, overBudget, overBudgetCode } from '../../money/budget-error.ts';
import { standingsOf } from '../../money/budget-standings.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import type { MoneyRun } from './money-run.ts';
import type { BatchMoney } from './open-money.ts';

/** Has the end of a batch say what it would need, by what is spent then. */
export async function restateStop(batch: OpenBatch, outcomes: OutcomeBook, money: MoneyRun): Promise<void> {
  const { stop } = outcomes.outcome;
  if (batch.money === undefined || !(stop instanceof BudgetError)) return;
  outcomes.restateStop(await stopAtEnd(batch, batch.money, { money, stop }));
}

/**
 * Why a batch sent no more, by what is spent now that its jobs are over, and by all the lines that it did not send: the error at hand
 * was made for one of them, while others were in flight.
 */
async function stopAtEnd(
  { context }: Pick<OpenBatch, 'context'>,
  { account, assumed, budgets, shards }: BatchMoney,
  { money: { sums, unsent }, stop }: { money: MoneyRun; stop: BudgetError },
): Promise<BudgetError> {
  if (stop.code !== overBudgetCode || unsent.jobs === 0) return stop;
  if (stop.enoughUsd !== undefined)
    return overBatchCost(sums, { microUsd: unsent.microUsd, jobs: unsent.jobs, shards });
  const exceeded = exceededBudgets(await standingsOf(context, account, budgets, assumed), unsent.microUsd);
  if (exceeded.length > 0) return overBudget(exceeded, { ...unsent, account, isBegun: true });
  const what = counted(unsent.jobs, 'job');
  return new BudgetError({
    code: overBudgetCode,
    message: `The budgets were too small for ${what}, but are large enough now`,
  });
}
