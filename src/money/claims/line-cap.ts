import type { Intent } from '../../ledger/record.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import { overMaxCost, unpricedError } from '../budget-error.ts';

/** Keeps all that one line sends within `--max-cost`. */
export interface LineCap {
  /** The ledger of a request of the line. Claiming rejects with BudgetError where the line may cost more with that. */
  within(ledger: SubmitLedger, request: CappedRequest): SubmitLedger;
}

interface CappedRequest {
  /** As in `Sending`. */
  place: number;
  /** What the job of an intent may cost; undefined where nobody knows. Unit: millionths of a USD. */
  priceOf(intent: Intent): number | undefined;
}

/** `maxCost`: what all may cost. Unit: millionths of a USD. */
export function createLineCap(maxCost: number): LineCap {
  // An attempt goes in the place of the one before it, because only what was not charged has another.
  const claimed = new Map<number, number>();

  function assertWithin(intent: Intent, { place, priceOf }: CappedRequest): void {
    const microUsd = priceOf(intent);
    if (microUsd === undefined) throw unpricedError(intent);
    const all = new Map(claimed).set(place, microUsd);
    const sum = [...all.values()].reduce((before, one) => before + one, 0);
    if (sum > maxCost) throw overMaxCost(maxCost, { jobs: all.size, microUsd: sum });
    claimed.set(place, microUsd);
  }
  return {
    within: (ledger, request) => ({
      ...ledger,
      async claimToSend(intent, at) {
        if ((await ledger.findClaim(intent)) === undefined) assertWithin(intent, request);
        return ledger.claimToSend(intent, at);
      },
    }),
  };
}
