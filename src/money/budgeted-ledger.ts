import type { Account } from '../account/account.ts';
import type { Intent } from '../ledger/record.ts';
import type { ClaimCap, PricedSubmit } from '../ledger/spending/judge-claim.ts';
import type { Spending } from '../ledger/spending/spending.ts';
import type { SubmitLedger } from '../submit/submit.ts';
import type { CostCap } from './spending-limits.ts';
import { budgetError } from './words/budget-errors.ts';

/** The terms by which claims are judged. */
interface BudgetTerms extends Pick<PricedSubmit, 'assumed' | 'budgets'> {
  account: Pick<Account, 'profile'>;
  /** How many shards share what `--max-cost` allows. */
  shards?: number;
  /** The limit that `--max-cost` sets, where it bounds these claims. */
  cap?: CostCap;
  /** The key by which the cap holds the amount of a claim. */
  heldBy?(intent: Intent): string;
}

/** A ledger that takes a new claim only within budgets. Claiming rejects with a BudgetError where they have too little left. */
export function budgetedLedger(
  ledger: SubmitLedger,
  spending: Pick<Spending, 'claim'>,
  { cap, heldBy = keyOf, ...terms }: BudgetTerms,
): SubmitLedger {
  return {
    ...ledger,
    async claimToSend(intent, at) {
      const made: { claim?: Awaited<ReturnType<SubmitLedger['claimToSend']>> } = {};
      const hold = cap === undefined ? undefined : holdIn(cap, heldBy(intent));
      try {
        const refusal = await spending.claim({
          ...terms,
          intent,
          cap: hold,
          async make(reserving) {
            made.claim = await ledger.claimToSend(reserving, at);
          },
        });
        if (refusal !== undefined) throw budgetError(refusal, intent, terms);
      } catch (error) {
        hold?.giveBack();
        throw error;
      }
      if (made.claim === undefined) throw new Error('A claim that the budgets allowed was not made');
      return made.claim;
    },
  };
}

/** The amount that a cap holds for one claim. A claim that comes to nothing gives it back. */
function holdIn(cap: CostCap, key: string): ClaimCap & { giveBack(): void } {
  let isHeld = false;
  return {
    standings: () => cap.standings(key),
    hold(microUsd) {
      cap.hold(key, microUsd);
      isHeld = true;
    },
    giveBack() {
      if (isHeld) cap.release(key, 0);
    },
  };
}

function keyOf({ idempotency_key }: Intent): string {
  return idempotency_key;
}
