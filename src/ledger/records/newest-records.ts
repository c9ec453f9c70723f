import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRecord } from '../record.ts';
import { openMonths } from './months.ts';
import { orderPath } from './order.ts';
import { parseJobRecord } from './parse.ts';
import { recordFileName } from './read.ts';

/** Which records to look at. */
export interface NewestQuery {
  /** The beginning of the id. */
  idPrefix: string;
  /** The largest number of records. */
  limit: number;
}

/**
 * The newest records of a ledger, newest first, for a quick look. It repairs nothing and skips what can't be read. It goes
 * by the order log as it stands, which the next command that lists jobs compares with the records. Never throws.
 */
export function newestRecords(folder: string, { idPrefix, limit }: NewestQuery): JobRecord[] {
  const months = openMonths(join(folder, 'done'), () => {});
  const records = new Map<string, JobRecord>();
  try {
    for (const month of months.names()) {
      const path = months.folderOf(month);
      if (!existsSync(orderPath(path))) continue;
      for (const { id } of months.entriesOf(month, months.indexOf(month), idPrefix)) {
        if (records.has(id)) continue;
        const record = readWhole(join(path, recordFileName(id)));
        if (record?.id === id) records.set(id, record);
        if (records.size >= limit) return [...records.values()];
      }
    }
  } catch {
    // The records found so far are better than nothing.
  }
  return [...records.values()];
}

function readWhole(file: string): JobRecord | undefined {
  try {
    const parsed = parseJobRecord(readFileSync(file));
    return parsed.kind === 'whole' ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}
