import type { Listener } from '../ledger/events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JobRecord } from '../ledger/record.ts';

/**
 * Notes a final at its draft, where this machine knows the draft. The final is safe already, so a failure is only a warning.
 */
export async function linkToDraft(
  { id, intent }: JobRecord,
  { ledger, listen }: { ledger: Pick<Ledger, 'find' | 'updateJob'>; listen: Listener },
): Promise<void> {
  // The first records of intents have no such field.
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
    listen({ kind: 'warning', message: `genctl could not note ${id} on its draft ${draftId}: ${why}` });
  }
}
