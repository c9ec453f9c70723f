import { closeSync, constants, fdatasyncSync, openSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../errors/error-code.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { claimFile } from '../../files/exclusive-claim.ts';
import { jsonBeginning, linesFromEnd } from './lines-from-end.ts';

/** A line of the order log: a job, and when this machine first knew of it. Unit: ms since 1970. */
export interface OrderEntry {
  recordedAtMs: number;
  id: string;
}

const linePattern = /^(\d{1,16}) (".*")$/;

/**
 * Sees to it that there is an order log, and that it can be written. A log that is missing beside records, as after a
 * restore of half a backup, is made anew from them.
 *
 * @param entriesOfRecords what the records say, oldest first; called only where the log is missing.
 */
export function ensureOrderLog(path: string, entriesOfRecords: () => OrderEntry[]): void {
  closeSync(openOrderLog(path, entriesOfRecords));
}

/**
 * Adds a line. It is on the disk on return, so that a record that follows can't be without one. A line begins with a line
 * break as well: should the one before it be torn, it stands alone.
 */
export function appendOrder(path: string, entry: OrderEntry, entriesOfRecords: () => OrderEntry[]): void {
  const descriptor = openOrderLog(path, entriesOfRecords);
  try {
    writeFileSync(descriptor, `\n${orderLine(entry)}`);
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the log of these entries where there is none; one that another process made meanwhile stays. */
export function createOrderLog(path: string, entries: readonly OrderEntry[]): void {
  claimFile(path, Buffer.from(entries.map(orderLine).join('')));
}

/**
 * Leaves out the entries that `keeps` says no to, in one stroke; true where none is left. A line that is added meanwhile is
 * lost, so this is for logs that grow no more.
 *
 * @throws the native error; ENOENT where there is no log.
 */
export function thinOrder(path: string, keeps: (entry: OrderEntry) => boolean): boolean {
  const kept = [...orderNewestFirst(path)].reverse().filter(keeps);
  writeFileAtomic(path, Buffer.from(kept.map(orderLine).join('')));
  return kept.length === 0;
}

/**
 * The entries from the newest to the oldest. Torn lines are left out.
 *
 * @param idPrefix leaves out ids that begin otherwise.
 * @throws the native error; ENOENT where there is no log.
 */
export function* orderNewestFirst(path: string, idPrefix = ''): Generator<OrderEntry> {
  for (const line of linesFromEnd(path, ` ${jsonBeginning(idPrefix)}`)) {
    const entry = parseLine(line);
    if (entry?.id.startsWith(idPrefix)) yield entry;
  }
}

function openOrderLog(path: string, entriesOfRecords: () => OrderEntry[]): number {
  const flags = constants.O_WRONLY | constants.O_APPEND;
  try {
    return openSync(path, flags);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  createOrderLog(path, entriesOfRecords());
  return openSync(path, flags);
}

function orderLine({ recordedAtMs, id }: OrderEntry): string {
  // As JSON an id of any characters is one line.
  return `${recordedAtMs} ${JSON.stringify(id)}\n`;
}

function parseLine(line: string): OrderEntry | undefined {
  const match = linePattern.exec(line);
  const [, time, quoted] = match ?? [];
  if (time === undefined || quoted === undefined) return undefined;
  const id = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  return id === undefined ? undefined : { recordedAtMs: Number(time), id };
}

function unescaped(quoted: string): string | undefined {
  try {
    const id: unknown = JSON.parse(quoted);
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
