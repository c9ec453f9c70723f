import { BudgetError } from '../../errors/endings.ts';
import type { Intent } from '../../ledger/record.ts';
import { overBatchCost, overBudgetCode, unpricedError } from '../../money/budget-error.ts';
import { budgetedLedger } from '../../money/claims/budgeted-ledger.ts';
import { inPlace, type SpendingCap } from '../../money/spending-cap.ts';
import type { SubmitLedger, WaitAside } from '../../submit/submit.ts';
import type { BatchMoney } from './open-money.ts';

/**
 * A ledger that takes the claims of a batch only within what that may cost, and within the budgets of its account. A claim for
 * which too little is left waits for jobs of this run that may yet cost less than was reserved for them; where none of them is
 * left, it rejects with BudgetError.
 */
export function cappedLedger(given: SubmitLedger, money: BatchMoney, cap: SpendingCap): SubmitLedger {
  const ledger = budgetedLedger(given, money.spending, money);

  async function claimWithin(
    intent: Intent,
    at: string,
    shot: string,
    aside: WaitAside,
  ): ReturnType<SubmitLedger['claimToSend']> {
    for (;;) {
      const { released } = cap;
      try {
        return await ledger.claimToSend(intent, at);
      } catch (error) {
        if (!(error instanceof BudgetError) || error.code !== overBudgetCode) throw error;
        // A job that ended while the budgets were read may have freed what this one needs.
        if (cap.released === released && !(await aside(() => cap.freed(shot)))) throw error;
      }
    }
  }
  return {
    ...ledger,
    async claimToSend(intent, at, aside = inPlace) {
      const { batch, idempotency_key: key } = intent;
      const known = money.priceOf(intent);
      if (known === undefined) throw unpricedError(intent);
      const shot = batch?.shot ?? key;
      const isOfEarlierRun = cap.isHeld(key);
      // While it waits, a job of its like may be charged more than any before.
      const price = (): number => money.priceOf(intent) ?? known;
      if (!(await cap.hold(shot, key, price, aside)))
        throw overBatchCost(cap, { jobs: 1, microUsd: price(), shards: money.shards });
      try {
        const claim = await claimWithin(intent, at, shot, aside);
        cap.follow(shot, key, price());
        return claim;
      } catch (error) {
        // What was sent before may be charged yet, whatever keeps it from being sent again.
        if (!isOfEarlierRun) cap.release(key, 0);
        throw error;
      }
    },
    async recordRefusal(intent, refusal, onlyAfter) {
      const isSettled = await ledger.recordRefusal(intent, refusal, onlyAfter);
      if (isSettled) cap.release(intent.idempotency_key, 0);
      return isSettled;
    },
  };
}
