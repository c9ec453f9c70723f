import { requestRoutes } from '../../service/request-route.ts';
import { settleRecorded } from '../../submit/recover.ts';
import type { OpenedBatch } from '../open-batch.ts';

/**
 * Settles submits of the batch on v1 whose jobs are recorded: a run was killed between the two. Without a key they can't be sent again to
 * find that out, so that their lines would stay uncertain, and those that wait for them held. Nothing is sent.
 */
export async function settleKnown({ context, input, name }: OpenedBatch): Promise<void> {
  if (input.dryRun) return;
  const ledger = await context.ledger();
  const unsettled = await ledger.unsettled();
  const ofBatch = unsettled.filter(
    ({ batch, route }) => batch?.name === name && !requestRoutes[route].hasKey,
  );
  await settleRecorded(ofBatch, ledger);
}
