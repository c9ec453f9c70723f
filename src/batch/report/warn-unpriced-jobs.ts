import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { BatchOutcome } from '../words/batch-outcome.ts';

/** Says how many jobs the sum lacks: v1 does not tell what a job was charged. @see service document §1.5 */
export function warnUnpricedJobs({ context, money }: OpenBatch, { untold }: BatchOutcome): void {
  if (untold === 0) return;
  const how = money === undefined ? 'not in the sum' : 'counted as estimated';
  const message = `the cost of ${counted(untold, 'job')} of the batch is unknown (v1 reports no charges): ${how}`;
  context.listen({ kind: 'warning', message });
}
