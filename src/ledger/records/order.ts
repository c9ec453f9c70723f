import { closeSync, constants, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import type { DurableWork } from '../../files/durable-work.ts';
import { jsonBeginning, linesFromEnd } from '../../files/read-span.ts';
import type { RecordFolder } from '../../files/record-folder.ts';
import { namesPath } from './names-log.ts';

/** A line of the order log: a job, and the time when this machine first knew of it. Unit: ms since 1970. */
export interface OrderEntry {
  recordedAtMs: number;
  id: string;
}

const linePattern = /^(\d{1,16}) (".*")\n?$/;

/** Makes sure that a month has an order log and that it can be written. */
export function ensureOrderLog(month: RecordFolder): void {
  closeSync(openOrderLog(month));
}

/**
 * Adds a line before its record is written, so that a record that genctl writes is never without one. The line begins with a line break,
 * so that it stands alone even where the line before it is torn.
 */
export function* appendOrder(month: RecordFolder, entry: OrderEntry): DurableWork<void> {
  const descriptor = openOrderLog(month);
  try {
    writeFileSync(descriptor, `\n${orderLine(entry)}`);
    yield { bytesOf: descriptor, shared: orderPath(month.path) };
  } finally {
    closeSync(descriptor);
  }
}

/** Opens the log of a month. One that was lost beside records is drawn anew by the next look at the month. */
function openOrderLog(month: RecordFolder): number {
  const [path, flags] = [orderPath(month.path), constants.O_WRONLY | constants.O_APPEND];
  try {
    return openSync(path, flags);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  // The log of names begins with its month, so that writers add to it from the first job on.
  closeSync(openSync(namesPath(month.path), 'a', 0o600));
  return openSync(path, flags | constants.O_CREAT, 0o600);
}

/** The line of an entry, with its line break. */
export function orderLine({ recordedAtMs, id }: OrderEntry): string {
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

/**
 * The lines of a month's jobs, newest first; those whose id begins with `idPrefix` are among them. `order` is the whole log, if that on
 * the disk is not right. Throws native errors.
 */
export function* orderLines(
  month: RecordFolder,
  idPrefix: string,
  order: string | undefined,
): Generator<string> {
  const wanted = ` ${jsonBeginning(idPrefix)}`;
  if (order !== undefined) yield* order.split('\n').reverse();
  else if (existsSync(orderPath(month.path))) yield* linesFromEnd(orderPath(month.path), wanted);
}
