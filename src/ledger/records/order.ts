import { closeSync, constants, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import type { DurableWork } from '../../files/durable-work.ts';
import { claimFile } from '../../files/exclusive-claim.ts';
import { jsonBeginning, linesFromEnd } from '../../files/read-span.ts';
import type { RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { beginNames } from './names-log.ts';
import { parseJobRecord } from './parse.ts';
import { readRecords } from './read.ts';

/** A line of the order log: a job, and the time when this machine first knew of it. Unit: ms since 1970. */
export interface OrderEntry {
  recordedAtMs: number;
  id: string;
}

const linePattern = /^(\d{1,16}) (".*")\n?$/;

/** Makes sure that a month has an order log and that it can be written. */
export function ensureOrderLog(month: RecordFolder, warn: Warn): void {
  closeSync(openOrderLog(month, warn));
}

/**
 * Adds a line, which is durable at the end, so that no record is written without one. The line begins with a line break, so that
 * it stands alone even where the line before it is torn.
 */
export function* appendOrder(month: RecordFolder, entry: OrderEntry, warn: Warn): DurableWork<void> {
  const descriptor = openOrderLog(month, warn);
  try {
    writeFileSync(descriptor, `\n${orderLine(entry)}`);
    yield { bytesOf: descriptor, shared: orderPath(month.path) };
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the log anew with these entries, oldest first. A line that is added meanwhile is lost: this is for logs that don't grow any more. */
export function writeOrder(path: string, entries: readonly OrderEntry[]): void {
  writeFileAtomic(path, Buffer.from(entries.map(orderLine).join('')));
}

/** Opens the log of a month. One that is missing beside records, as after a partial restore of a backup, is made anew from them. */
function openOrderLog(month: RecordFolder, warn: Warn): number {
  const [path, flags] = [orderPath(month.path), constants.O_WRONLY | constants.O_APPEND];
  try {
    return openSync(path, flags);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  beginNames(month.path, warn);
  createOrderLog(path, linesOfRecords(month, warn));
  return openSync(path, flags);
}

/** Creates a log. One that another process created meanwhile stays. */
function createOrderLog(path: string, lines: readonly string[]): void {
  claimFile(path, Buffer.from(lines.join('')));
}

function orderLine({ recordedAtMs, id }: OrderEntry): string {
  // JSON keeps an id with any characters on one line.
  return `${recordedAtMs} ${JSON.stringify(id)}\n`;
}

/** Undefined for a torn line. */
export function parseOrderLine(line: string): OrderEntry | undefined {
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

/** The path of a month's order log. */
export function orderPath(monthFolder: string): string {
  return join(monthFolder, 'order.log');
}

/** The order of a month's jobs by the records themselves, oldest first. It reads every record. */
function linesOfRecords(month: RecordFolder, warn: Warn): string[] {
  return readRecords(month, parseJobRecord, warn)
    .map(({ id, recorded_at }) => ({ recordedAtMs: Date.parse(recorded_at), id }))
    .sort((one, other) => one.recordedAtMs - other.recordedAtMs)
    .map(orderLine);
}

/**
 * The lines of a month's jobs, newest first; those whose id begins with `idPrefix` are among them. A missing log is made anew, where the
 * disk permits.
 */
export function* orderLines(month: RecordFolder, idPrefix: string, warn: Warn): Generator<string> {
  const path = orderPath(month.path);
  if (existsSync(path)) {
    yield* linesFromEnd(path, ` ${jsonBeginning(idPrefix)}`);
    return;
  }
  const lines = linesOfRecords(month, warn);
  try {
    if (lines.length > 0) createOrderLog(path, lines);
  } catch {
    // Without the log the next search is slower, and nothing else.
  }
  yield* lines.reverse();
}
