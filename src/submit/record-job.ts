import { CliError } from '../errors/cli-error.ts';
import type { Listener } from '../ledger/events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JobRecord } from '../ledger/record.ts';
import { TakenIdError } from '../ledger/taken-id.ts';
import { NotNotedError, NotRecordedError } from './submit-refusals.ts';

/** Records a job. If that fails, the error carries the job, so that its id is never lost; not if it is another request's. */
export async function recordOrTell(
  record: JobRecord,
  { ledger }: { ledger: Pick<Ledger, 'recordJob'> },
): Promise<JobRecord> {
  try {
    return await ledger.recordJob(record);
  } catch (cause) {
    if (cause instanceof NotNotedError || cause instanceof TakenIdError) throw cause;
    throw new NotRecordedError(record, cause);
  }
}

/**
 * The record of a job that its key led to. Where it was removed it is made anew, as the key has it from when it was sent; but not of a job
 * that the service has dropped, or can't be asked for: that record would never end.
 */
export async function recordedOf(
  found: JobRecord,
  { ledger, sees }: { ledger: Pick<Ledger, 'find' | 'recordJob'>; sees(record: JobRecord): Promise<boolean> },
): Promise<JobRecord> {
  const standing = await ledger.find(found.id);
  if (standing !== undefined) return standing;
  try {
    if (!(await sees(found))) return found;
  } catch (error) {
    if (error instanceof CliError) return found;
    throw error;
  }
  return recordOrTell(found, { ledger });
}

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
