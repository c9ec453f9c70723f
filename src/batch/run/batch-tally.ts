import type { OutputMeans } from '../../outputs/output-means.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { BatchTally } from '../words/batch-lines.ts';
import { lostCounts, type OutcomeBook } from '../words/batch-outcome.ts';
import type { BatchPace } from './shots.ts';

interface Tallied {
  outcomes: OutcomeBook;
  money: MoneyRun | undefined;
  /** How many lines the run has to do with. */
  total: number;
  /** On the monotonic clock. Unit: ms. */
  sinceMs: number;
}

/** How far a run of a batch has come, by what became of its lines. `pace` is undefined while nothing is sent. */
export function batchTally(
  { clock }: Pick<OutputMeans, 'clock'>,
  { money, outcomes: { outcome }, sinceMs, total }: Tallied,
  { ended, pace }: { ended: number; pace: BatchPace | undefined },
): BatchTally {
  const { done, unfetched } = outcome;
  const { failed, left, uncertain } = lostCounts(outcome);
  return {
    ...{ total, done, failed, uncertain, ended, sinceMs },
    // What a signal, or the end of the time to wait, has left running has no slot any more.
    running: Math.max(pace?.running ?? 0, left - unfetched),
    fetching: Math.max(pace?.fetching ?? 0, unfetched),
    held: outcome.held + outcome.unpicked,
    limit:
      pace === undefined || pace.limitIs === 'sought'
        ? undefined
        : { jobs: pace.limit, isSet: pace.limitIs === 'given' },
    nextSubmitMs: pace?.nextSubmitInMs === undefined ? undefined : clock.monotonicMs() + pace.nextSubmitInMs,
    chargedMicroUsd: money?.sums.spent ?? outcome.chargedMicroUsd,
    runMicroUsd: outcome.runMicroUsd,
    maxCostMicroUsd: money?.sums.most,
  };
}
