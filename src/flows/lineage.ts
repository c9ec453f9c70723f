import type { JobRecord } from '../store/ledger/record.ts';
import type { Listener } from './events.ts';

/** What linking a draft and its final needs of the ledger. */
export interface LineageLedger {
  find(id: string): Promise<JobRecord | undefined>;
  updateJob(id: string, change: (record: JobRecord) => JobRecord): Promise<JobRecord | undefined>;
}

/** A draft that this machine knows learns of its final. The final is safe already, so a failure here is only told. */
export async function linkToDraft(
  { id, intent }: JobRecord,
  { ledger, listen }: { ledger: LineageLedger; listen: Listener },
): Promise<void> {
  // Intents of the first days have no such field.
  const draftId = intent?.draft_of ?? undefined;
  if (draftId === undefined) return;
  try {
    const draft = await ledger.find(draftId);
    if (draft === undefined || draft.finals.includes(id)) return;
    await ledger.updateJob(draft.id, (stored) =>
      stored.finals.includes(id) ? stored : { ...stored, finals: [...stored.finals, id] },
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    listen({ kind: 'warning', message: `${id} is not noted at its draft ${draftId}: ${why}` });
  }
}
