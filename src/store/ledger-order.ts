import { closeSync, constants, fdatasyncSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { errorCode } from '../files/error-code.ts';
import { claimFile } from '../files/exclusive-claim.ts';

/** A line of the order log: a job, and when this machine first knew of it. Unit: ms since 1970. */
export interface OrderEntry {
  recordedAtMs: number;
  id: string;
}

const blockBytes = 64 * 1024;
const newline = 10;
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
 * The entries from the newest to the oldest, read a block at a time from the end. Torn lines are left out.
 *
 * @param idPrefix leaves out ids that begin otherwise; blocks without any are not even taken apart.
 * @throws the native error; ENOENT where there is no log.
 */
export function* orderNewestFirst(path: string, idPrefix = ''): Generator<OrderEntry> {
  const wanted = ` ${JSON.stringify(idPrefix).slice(0, -1)}`;
  const descriptor = openSync(path, 'r');
  try {
    let start = fstatSync(descriptor).size;
    let cutLine: Uint8Array = new Uint8Array(0);
    while (start > 0) {
      const length = Math.min(blockBytes, start);
      start -= length;
      const block = Buffer.concat([readBlock(descriptor, start, length), cutLine]);
      const firstBreak = start === 0 ? 0 : block.indexOf(newline);
      cutLine = firstBreak === -1 ? block : block.subarray(0, firstBreak);
      if (firstBreak === -1 || !block.includes(wanted, firstBreak)) continue;
      const lines = block.toString('utf8', firstBreak).split('\n');
      for (let place = lines.length - 1; place >= 0; place -= 1) {
        const entry = parseLine(lines[place] ?? '');
        if (entry?.id.startsWith(idPrefix)) yield entry;
      }
    }
  } finally {
    closeSync(descriptor);
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

function readBlock(descriptor: number, start: number, length: number): Uint8Array {
  const block = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, block, done, length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return block.subarray(0, done);
}
