import { originOf } from '../../account/rules/claim-account.ts';
import type { Intent } from '../../ledger/record.ts';
import type { HashSet } from '../../text/hash-set.ts';
import { idHash } from '../../text/id-hash.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import { isOfOwnShard } from './chosen-lines.ts';

/** How a batch is known on this machine, beside its journal. */
export interface KnownJobs {
  /** True if the ledger knows it. */
  isRecorded: boolean;
  /** How many of its jobs left sidecars in the place for the files; 0 where that was not read. */
  sidecarJobs: number;
}

/**
 * Takes in the charges of the batch beside those of its lines as they are: of lines that were changed or taken out since, of earlier
 * attempts, and of jobs of other machines that left nothing here but a sidecar. The place is read for that where money depends on it.
 *
 * @param lineJobs the jobs of the lines, as hashes of their ids.
 * @param lineShots the lines that the journal knows, as hashes of theirs.
 */
export async function takeLeftOver(
  batch: OpenBatch,
  outcomes: OutcomeBook,
  { lineJobs, lineShots }: { lineJobs: HashSet; lineShots: HashSet },
): Promise<KnownJobs> {
  const { context, facts, money, name, placeMemory } = batch;
  const before = money?.before;
  const ledger = await context.ledger();
  const { baseUrl, profile } = facts.account;
  const isOwn = ({ base_url, batch: of, profile: own }: Intent): boolean =>
    of?.name === name &&
    own === profile &&
    originOf(base_url) === originOf(baseUrl) &&
    isOfOwnShard(of.shot, batch);
  let isRecorded = lineJobs.size > 0;
  const ids: string[] = [];
  await ledger.survey({}, (job) => {
    if (job.batch === name && job.profile === profile && !lineJobs.has(idHash(job.id))) ids.push(job.id);
  });
  for (const id of ids) {
    const record = await ledger.find(id);
    if (record?.intent == null || !isOwn(record.intent)) continue;
    isRecorded = true;
    before?.addRecord(record);
    outcomes.addCharge(id, record.job);
  }
  for (const intent of await ledger.unsettled()) {
    if (!isOwn(intent)) continue;
    isRecorded = true;
    before?.addOpen(intent);
  }
  for await (const memory of goneShots(batch, lineShots)) {
    before?.addGone(memory);
    outcomes.addNoted(memory);
  }
  before?.addNotedOpen();
  const isAsked = placeMemory !== undefined && (placeMemory.isRead || money?.maxCost !== undefined);
  const left = isAsked ? await placeMemory.jobs() : [];
  for (const job of left) {
    if (!isOfOwnShard(job.shot, batch)) continue;
    before?.addSidecar(job);
    outcomes.addCharge(job.id, { status: 'succeeded', cost_usd: job.costUsd });
  }
  return { isRecorded, sidecarJobs: left.length };
}

/** The journal's memory of shots that no line is of any more. */
async function* goneShots(batch: OpenBatch, lineShots: HashSet): AsyncGenerator<ShotMemory> {
  const { journal } = batch;
  if (journal === undefined || journal.shotCount <= lineShots.size) return;
  for await (const shot of journal.shots()) {
    const isGone = lineShots.add(idHash(shot)) && isOfOwnShard(shot, batch);
    const memory = isGone ? journal.find(shot) : undefined;
    if (memory !== undefined) yield memory;
  }
}
