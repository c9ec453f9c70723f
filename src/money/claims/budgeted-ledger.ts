import type { PricedSubmit } from '../../ledger/spending/judge-claim.ts';
import type { Spending } from '../../ledger/spending/spending.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import { type BudgetedAccount, budgetError } from '../budget-error.ts';

/** A ledger that takes a new claim only within budgets. Claiming rejects with a BudgetError where they have too little left. */
export function budgetedLedger(
  ledger: SubmitLedger,
  spending: Pick<Spending, 'claim'>,
  terms: Omit<PricedSubmit, 'intent'> & { account: BudgetedAccount },
): SubmitLedger {
  return {
    ...ledger,
    async claimToSend(intent, at) {
      const made: { claim?: Awaited<ReturnType<SubmitLedger['claimToSend']>> } = {};
      const refusal = await spending.claim({
        ...terms,
        intent,
        async make(reserving) {
          made.claim = await ledger.claimToSend(reserving, at);
        },
      });
      if (refusal !== undefined) throw budgetError(refusal, intent, terms.account);
      if (made.claim === undefined) throw new Error('A claim that the budgets allowed was not made');
      return made.claim;
    },
  };
}
