import { rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { fsyncFolder } from '../../files/folder.ts';
import type { JobRecord } from '../record.ts';
import { type RecordPlace, withRecordLock } from './jobs.ts';
import { type LedgerMonths, monthEndMs } from './months.ts';
import type { LedgerPictures } from './pictures.ts';
import { recordFileName } from './read.ts';

/** Which records to remove: those recorded before a time (milliseconds since 1970) that match. */
export interface PruneQuery {
  beforeMs: number;
  /** Tells whether to remove a record. It is called with the record's current state just before the removal. */
  matches: (record: JobRecord) => boolean;
}

export interface Pruned {
  ids: string[];
  /** The size of the removed files. */
  bytes: number;
}

/**
 * A job is recorded at the time that its record gives, or soon after. This long after a month's end nothing more is added to
 * it. Unit: ms.
 */
const monthSettlesMs = 24 * 60 * 60 * 1000;

/** The places that a record is removed from: its month, and the pictures that came with it. */
export interface PrunedPlaces {
  months: LedgerMonths;
  pictures: LedgerPictures;
}

/**
 * Removes records of jobs, each under its lock, so that a change that is under way does not bring it back. Then the logs of
 * their month are drawn anew without them. A month that may still grow keeps their lines until the next time, which does no harm.
 */
export async function pruneJobs(
  { months, pictures }: PrunedPlaces,
  { beforeMs, matches }: PruneQuery,
  nowMs: () => number,
): Promise<Pruned> {
  const pruned: Pruned = { ids: [], bytes: 0 };
  const thinned = new Set<string>();
  for (const { month, id } of months.entries({ beforeMs })) {
    const leaving = () => {
      const record = months.read(month, id);
      // A line may be older than its record: a job that was recorded again after its record was torn has two lines.
      const goes = record !== undefined && Date.parse(record.recorded_at) < beforeMs && matches(record);
      return goes ? record : undefined;
    };
    const place = { folder: months.folderOf(month), id, nowMs };
    const bytes = leaving() === undefined ? undefined : await removeRecord(place, leaving, pictures);
    if (bytes !== undefined) {
      pruned.ids.push(id);
      pruned.bytes += bytes;
    }
    if (!months.has(month, id)) thinned.add(month);
  }
  for (const month of thinned) {
    if (nowMs() > monthEndMs(month) + monthSettlesMs)
      await months.whileForgetting(month, [], () => tidyMonth(months, month));
  }
  return pruned;
}

/** Returns the size of what was removed (unit: bytes); undefined where the record has changed and stays. */
function removeRecord(
  place: RecordPlace,
  leaving: () => JobRecord | undefined,
  pictures: LedgerPictures,
): Promise<number | undefined> {
  return withRecordLock(place, () => {
    const record = leaving();
    if (record === undefined) return undefined;
    const path = join(place.folder, recordFileName(place.id));
    const { size } = statSync(path);
    const pictureBytes = pictures.remove(record);
    unlinkSync(path);
    return size + pictureBytes;
  });
}

/** All logs of a month, and those that a genctl before kept. */
const monthLogs = ['order', 'names', 'facts', 'aliases', 'batches', 'tags'].map((log) => `${log}.log`);

/**
 * Removes the logs of a month, and its folder where nothing is left. Logs of the records that stay are drawn anew at the next look. The
 * records' removal is made durable first.
 */
function tidyMonth(months: LedgerMonths, month: string): void {
  const folder = months.folderOf(month);
  try {
    fsyncFolder(folder);
    for (const log of monthLogs) rmSync(join(folder, log), { force: true });
    rmdirSync(folder);
  } catch (error) {
    // Other records, refused intents and torn records stay, and so does the folder with them. Or another process has tidied it already.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}
