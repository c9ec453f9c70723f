import { join } from 'node:path';
import { withLock } from '../../files/lock.ts';
import { isTerminal } from '../../rules/lifecycle.ts';
import { aliasOf, noteAlias } from './aliases.ts';
import type { LedgerMonths } from './months.ts';
import type { LedgerPictures } from './pictures.ts';
import type { JobRecord } from './record.ts';
import { recordFileName } from './record-file-name.ts';

/** Which jobs to list. */
export interface JobQuery {
  /** The largest number of jobs to list. */
  limit?: number | undefined;
  /** Recorded at that time or later. Unit: ms since 1970. */
  sinceMs?: number | undefined;
  /** Recorded before that time. Unit: ms since 1970. */
  beforeMs?: number | undefined;
  /** Whether to list a job. It is called with the whole record, so every record has to be read. */
  matches?: ((record: JobRecord) => boolean) | undefined;
}

/** A change to a record; returning the record itself writes nothing. */
export type ChangeRecord = (record: JobRecord) => JobRecord;

/** The records of all jobs, whatever month they are in. */
export interface LedgerJobs {
  /** Resolves with the record as it stands on the disk. */
  record(job: JobRecord): Promise<JobRecord>;
  update(id: string, change: ChangeRecord): Promise<JobRecord | undefined>;
  list(query: JobQuery): JobRecord[];
}

/** A change takes a millisecond; these limits are for a suspended or overloaded machine. */
const patience = { timeoutMs: 10_000, staleMs: 30_000 };

/** A record's folder and id, and the clock for its lock (milliseconds since 1970). */
export interface RecordPlace {
  folder: string;
  id: string;
  nowMs: () => number;
}

/** Works on a job's record while no other process does. */
export function withRecordLock<Result>(
  { folder, id, nowMs }: RecordPlace,
  work: () => Result,
): Promise<Result> {
  return withLock(join(folder, `.${recordFileName(id)}.lock`), { ...patience, now: nowMs }, work);
}

export function openJobs(months: LedgerMonths, pictures: LedgerPictures, nowMs: () => number): LedgerJobs {
  async function update(id: string, change: ChangeRecord): Promise<JobRecord | undefined> {
    const month = months.monthOf(id);
    if (month === undefined) return undefined;
    return withRecordLock({ folder: months.folderOf(month), id, nowMs }, () => {
      const stored = months.read(month, id);
      if (stored === undefined) return undefined;
      const changed = pictures.keep(changedRecord(stored, change));
      const alias = aliasOf(changed);
      if (alias !== undefined && alias !== aliasOf(stored)) noteAlias(months.folderOf(month), { alias, id });
      if (changed !== stored) months.write(month, changed);
      return changed;
    });
  }

  return {
    update,
    async record(given) {
      const job = pictures.keep(given);
      const known = await update(job.id, recordedAgain(job));
      if (known !== undefined || months.add(job)) return known ?? job;
      return (await update(job.id, recordedAgain(job))) ?? job;
    },
    list({ limit, sinceMs, beforeMs, matches }) {
      const found = new Map<string, JobRecord>();
      if (limit === 0) return [];
      for (const { month, id } of months.entries({ sinceMs, beforeMs })) {
        if (found.has(id)) continue;
        const job = months.read(month, id);
        if (job === undefined || matches?.(job) === false) continue;
        found.set(id, job);
        if (found.size === limit) break;
      }
      return [...found.values()];
    },
  };
}

/**
 * Applies a change to the current record. A final state stays: an answer that was under way while the job ended can't undo the
 * end. The rest of the change still counts.
 */
function changedRecord(stored: JobRecord, change: ChangeRecord): JobRecord {
  const changed = change(stored);
  if (!isTerminal(stored.job.status) || isTerminal(changed.job.status)) return changed;
  const { job, raw, seen_at } = stored;
  return { ...changed, job, seen_at, ...(raw === undefined ? {} : { raw }) };
}

/**
 * The change for a job that is recorded a second time, as by `recover` or by two processes. It keeps what is known of the job
 * already.
 */
function recordedAgain(record: JobRecord): ChangeRecord {
  return (stored) => ({
    ...stored,
    intent: stored.intent ?? record.intent,
    job: record.job,
    seen_at: record.seen_at,
  });
}
