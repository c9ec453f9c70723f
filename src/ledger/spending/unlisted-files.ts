import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listRecords } from '../proof/log-contents.ts';
import { type LedgerMonths, monthEndMs } from '../records/months.ts';
import { recordFileName } from '../records/read.ts';
import type { OpenJob } from './spending-index.ts';

/** The names of the records of each month. They are read before the order logs, which name every job before it has a record. */
export type RecordFiles = ReadonlyMap<string, readonly string[]>;

export function recordFiles(months: Pick<LedgerMonths, 'folderOf' | 'names'>, since: string): RecordFiles {
  const wanted = months.names().filter((month) => month >= since);
  return new Map(wanted.map((month) => [month, listRecords(months.folderOf(month))]));
}

/**
 * The jobs of which the names of their files alone tell, because the logs were lost and the records can't be read. Each counts from the
 * time of its file, or from the end of its month where that is earlier.
 */
export function unlistedFiles(
  months: Pick<LedgerMonths, 'folderOf'>,
  files: RecordFiles,
  listed: ReadonlyMap<string, OpenJob>,
): [id: string, job: OpenJob][] {
  const known = new Set([...listed.keys()].map(recordFileName));
  return [...files].flatMap(([month, names]) =>
    names
      .filter((name) => !known.has(name))
      .map((name): [string, OpenJob] => {
        const fileMs = fileTimeMs(join(months.folderOf(month), name));
        const listedAtMs = Math.min(fileMs, monthEndMs(month) - 1);
        return [name.replace(/\.json$/, ''), { month, listedAtMs, stamp: null, held: null }];
      }),
  );
}

/** When a file was written last, or the one that it was set aside as. Unit: ms since 1970. */
function fileTimeMs(path: string): number {
  const file =
    statSync(path, { throwIfNoEntry: false }) ?? statSync(`${path}.torn-1`, { throwIfNoEntry: false });
  return file?.mtimeMs ?? Number.POSITIVE_INFINITY;
}
