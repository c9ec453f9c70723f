import { limits } from '../contract/limits.ts';
import { objectOf, ownValue } from '../rules/json-object.ts';
import type { JobQuery } from '../store/ledger-jobs.ts';
import type { JobRecord } from '../store/ledger-record.ts';
import type { Listener } from './events.ts';

/** What finding a draft needs of the ledger. */
export interface DraftLedger {
  find(id: string): Promise<JobRecord | undefined>;
  list(query: JobQuery): Promise<JobRecord[]>;
}

/** What linking a draft and its final needs of it. */
export interface LineageLedger extends DraftLedger {
  updateJob(id: string, change: (record: JobRecord) => JobRecord): Promise<JobRecord | undefined>;
}

/** No final can be made of a draft that is older, however long it ran. Unit: ms. */
const draftAgeMsMost = (limits.draftValiditySeconds + limits.videoRuntimeSeconds) * 1000;

/**
 * The record of the draft that a final names: by the id that it was looked at with, or on v1 by the `job_id` that its body
 * has beside it. For the latter the records of the last week are read. @see service document §3
 */
export async function findDraft(
  id: string,
  ledger: DraftLedger,
  nowMs: number,
): Promise<JobRecord | undefined> {
  const record = await ledger.find(id);
  if (record !== undefined) return record;
  const [draft] = await ledger.list({
    limit: 1,
    sinceMs: nowMs - draftAgeMsMost,
    matches: ({ api, raw }) => api === 'v1' && ownValue(objectOf(raw), 'job_id') === id,
  });
  return draft;
}

/** A draft that this machine knows learns of its final. The final is safe already, so a failure here is only told. */
export async function linkToDraft(
  { id, intent }: JobRecord,
  { ledger, listen, nowMs }: { ledger: LineageLedger; listen: Listener; nowMs(): number },
): Promise<void> {
  // Intents of the first days have no such field.
  const draftId = intent?.draft_of ?? undefined;
  if (draftId === undefined) return;
  try {
    const draft =
      intent?.api === 'v1' ? await findDraft(draftId, ledger, nowMs()) : await ledger.find(draftId);
    if (draft === undefined || draft.finals.includes(id)) return;
    await ledger.updateJob(draft.id, (stored) =>
      stored.finals.includes(id) ? stored : { ...stored, finals: [...stored.finals, id] },
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    listen({ kind: 'warning', message: `${id} is not noted at its draft ${draftId}: ${why}` });
  }
}
