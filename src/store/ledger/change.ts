import { isTerminal } from '../../rules/lifecycle.ts';
import type { JobRecord } from './record.ts';

/** A change to a record; returning the record itself writes nothing. */
export type ChangeRecord = (record: JobRecord) => JobRecord;

/**
 * Applies a change to the current record. A final state stays: an answer that was under way while the job ended can't undo the
 * end. The rest of the change still counts.
 */
export function changedRecord(stored: JobRecord, change: ChangeRecord): JobRecord {
  const changed = change(stored);
  if (!isTerminal(stored.job.status) || isTerminal(changed.job.status)) return changed;
  const { job, raw, seen_at } = stored;
  return { ...changed, job, seen_at, ...(raw === undefined ? {} : { raw }) };
}

/**
 * The change for a job that is recorded a second time, as by `recover` or by two processes. It keeps what is known of the job
 * already.
 */
export function recordedAgain(record: JobRecord): ChangeRecord {
  return (stored) => ({
    ...stored,
    intent: stored.intent ?? record.intent,
    job: record.job,
    seen_at: record.seen_at,
  });
}
