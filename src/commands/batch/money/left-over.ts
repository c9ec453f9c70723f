import { originOf } from '../../../rules/intent/claim-account.ts';
import type { Intent } from '../../../store/ledger/record.ts';
import { isOfOwnShard } from '../chains/own-shard.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { BatchMoney } from './open-money.ts';

/**
 * Takes in what the ledger knows of the batch beside its lines as they are: jobs of lines that were changed or taken out since, and
 * of earlier attempts.
 */
export async function takeLeftOver(of: OpenBatch, { before }: BatchMoney): Promise<void> {
  const { context, facts, name } = of;
  const ledger = await context.ledger();
  const { baseUrl, profile } = facts.account;
  const isOwn = ({ base_url, batch, profile: own }: Intent): boolean =>
    batch?.name === name &&
    own === profile &&
    originOf(base_url) === originOf(baseUrl) &&
    isOfOwnShard(batch.shot, of);
  const ids: string[] = [];
  await ledger.survey({}, (job) => {
    if (job.batch === name && job.profile === profile && job.key !== null && !before.has(job.key))
      ids.push(job.id);
  });
  for (const id of ids) {
    const record = await ledger.find(id);
    if (record?.intent != null && isOwn(record.intent)) before.addRecord(record);
  }
  for (const intent of await ledger.unsettled()) if (isOwn(intent)) before.addOpen(intent);
  before.addNotedOpen();
}
