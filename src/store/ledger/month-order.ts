import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { createOrderLog, type OrderEntry, orderNewestFirst } from './order.ts';
import { parseJobRecord } from './parse.ts';
import { readRecord } from './read.ts';

/** The path of a month's order log. */
export function orderPath(month: RecordFolder): string {
  return join(month.path, 'order.log');
}

/** The order of a month's jobs by the records themselves, oldest first. It reads every record. */
export function entriesOfRecords(month: RecordFolder, warn: Warn): OrderEntry[] {
  const entries: OrderEntry[] = [];
  for (const name of month.names()) {
    if (!name.endsWith('.json')) continue;
    const record = readRecord(month, name, parseJobRecord, warn);
    if (record !== undefined) entries.push({ recordedAtMs: Date.parse(record.recorded_at), id: record.id });
  }
  return entries.sort((one, other) => one.recordedAtMs - other.recordedAtMs);
}

/**
 * The order of a month's jobs, newest first; only those whose id begins with `idPrefix`. A missing log is made anew, where the
 * disk permits.
 */
export function* monthNewestFirst(month: RecordFolder, idPrefix: string, warn: Warn): Generator<OrderEntry> {
  const path = orderPath(month);
  if (existsSync(path)) {
    yield* orderNewestFirst(path, idPrefix);
    return;
  }
  const entries = entriesOfRecords(month, warn);
  try {
    if (entries.length > 0) createOrderLog(path, entries);
  } catch {
    // Without the log the next search is slower, and nothing else.
  }
  yield* entries.reverse().filter(({ id }) => id.startsWith(idPrefix));
}
