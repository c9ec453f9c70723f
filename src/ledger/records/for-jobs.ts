import type { LedgerMeans } from '../ledger-means.ts';

/** With so many jobs at once, some wait for the disk while others are answered. */
const manyJobs = 8;

/**
 * The context for work on so many jobs: of many the records are flushed together and beside the work, as those of a batch, and one
 * that is written holds nobody up. Few are written at once, which is quicker for each.
 */
export function forJobs<Means extends LedgerMeans>(context: Means, count: number): Means {
  return count < manyJobs ? context : { ...context, ledger: context.ledgerForMany };
}
