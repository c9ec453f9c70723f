import type { JobDocument } from '../../ledger/job-document.ts';
import { missingOutputs } from '../../ledger/missing-outputs.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { unfetched } from '../../outputs/files-here.ts';
import { retentionEndMs } from '../../service/lifecycle.ts';
import { isoTime } from '../../text/iso-time.ts';
import { counted } from '../../text/shown-value.ts';
import { profileCounts } from '../list/other-accounts.ts';

/** The printed facts of a job that is removed: any number of whole records might not fit into memory. */
export interface PrunableJob {
  /** As `--json` prints it. */
  item: { id: string; profile: string; status: string; recorded_at: string };
  /** True if one of its files was never downloaded here. */
  isUnfetched: boolean;
  /** The facts of it that a dry run shows to a person. */
  row: JobDocument | undefined;
}

export function prunableJob(record: JobRecord, row: JobDocument | undefined): PrunableJob {
  const { id, profile, recorded_at, job } = record;
  const isUnfetched = unfetched(record, () => true) !== undefined;
  return { item: { id, profile, status: job.status, recorded_at }, isUnfetched, row };
}

/** Tells whether a file of a job may still come although its answer has no link to it: without its record nothing would ask again. */
export function isAwaited(record: JobRecord, nowMs: number): boolean {
  const isLost = record.lost_at !== undefined || retentionEndMs(record) <= nowMs;
  return !isLost && missingOutputs(record).length > 0;
}

export interface Prunable {
  beforeMs: number;
  /** How many jobs stay although they are as old, because a file of them may still come. */
  awaited: number;
  records: readonly PrunableJob[];
  /** How many answers that no job could be read from. */
  answers: number;
}

/**
 * The things that are removed, and of several accounts how many each has. With `isWarned`, before it is too late to fetch files: without its record, a job is found by its whole id
 * alone.
 */
export function prunableWords({ answers, records }: Prunable, isWarned: boolean): string {
  const count = isWarned ? records.filter(({ isUnfetched }) => isUnfetched).length : 0;
  const profiles = records.map(({ item }) => item.profile);
  const accounts = new Set(profiles).size > 1 ? ` (${profileCounts(profiles)})` : '';
  const away = count === 0 ? '' : ` (${count} with files that were never downloaded here)`;
  const kept = answers === 0 ? '' : ` and ${counted(answers, 'kept answer')}`;
  return `${counted(records.length, 'job')}${accounts}${away}${kept}`;
}

/** The line about jobs that stay; none if there is no such job. */
export function awaitedLines(awaited: number): string[] {
  if (awaited === 0) return [];
  const jobs = awaited === 1 ? '1 job stays: its answer lacks' : `${awaited} jobs stay: their answers lack`;
  return [`${jobs} a usable link to a file, which may still come. To ask again: genctl sync -D out`];
}

export function dayOf(ms: number): string {
  return isoTime(ms).slice(0, 16).replace('T', ' ').concat(' UTC');
}
