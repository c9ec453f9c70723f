import { statSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../facts/fact-line.ts';
import type { JobRecord } from '../record.ts';
import type { LedgerMonths } from '../records/months.ts';
import { recordFileName } from '../records/read.ts';
import {
  type ComparedJob,
  isOfScope,
  type Likeness,
  type ReadJob,
  type SpendingScope,
} from './spending-index.ts';

/** The place of the records of jobs, and the rule by which jobs are alike. */
export interface JobSource {
  months: Pick<LedgerMonths, 'find' | 'folderOf' | 'names' | 'prepare' | 'read'>;
  scope: SpendingScope;
  likeness: Likeness;
}

/** Reads a job: `unwritten` where it has no record, or none yet, and `foreign` where that is of another account. */
export function readJob(
  { likeness, months, scope }: JobSource,
  month: string,
  id: string,
): ReadJob | 'unwritten' | 'foreign' {
  // Looked at before it is read: a record that is replaced in between does not match, and is read again the next time.
  const stamp = recordStamp({ months }, month, id);
  const record = stamp === null ? undefined : months.read(month, id);
  if (record === undefined) return 'unwritten';
  if (!isOfScope(record, scope)) return 'foreign';
  return { month, record, stamp, likeness: likenessIn({ likeness, months }, record) };
}

/** The file of a job's record as it is now; null where there is none. */
export function recordStamp({ months }: Pick<JobSource, 'months'>, month: string, id: string) {
  const found = statSync(join(months.folderOf(month), recordFileName(id)), { throwIfNoEntry: false });
  return found === undefined ? null : stampOf(found);
}

/** The likeness of a job, or of an intent in place of one. */
export function likenessIn(
  { likeness, months }: Pick<JobSource, 'likeness' | 'months'>,
  job: ComparedJob,
): string {
  const draftId = job.intent?.draft_of ?? undefined;
  let draft: JobRecord | undefined;
  if (draftId !== undefined) draft = months.find(draftId);
  return likeness.of(job, draft);
}

/** A line in the order log whose record does not come within this time has none: its process was killed. Unit: ms. */
const unwrittenMostMs = 10 * 60_000;

/** Tells whether the record of a line in the order log would be there by now, if it ever came. */
export function isOverdue({ recordedAtMs }: { recordedAtMs: number }, nowMs: number): boolean {
  return isFar(recordedAtMs, nowMs, unwrittenMostMs);
}

/** Tells whether two times are further apart than that, whichever comes first: the clock may have been set back. Unit: ms. */
export function isFar(ms: number, nowMs: number, mostMs: number): boolean {
  return Math.abs(nowMs - ms) > mostMs;
}
