import { closeSync, fstatSync, openSync } from 'node:fs';
import { readBySpans, readFully } from '../../files/read-span.ts';
import { type OrderEntry, parseOrderLine } from './order.ts';

/** The end of a line of an order log. */
export interface OrderPlace {
  /** Unit: bytes. */
  end: number;
  /** The bytes before it, as latin1: a log that was made anew has others there. */
  before: string;
  /** The generation of the log, in which no line is ever replaced; absent if it was read whole and is to be read whole again. */
  generation?: string | undefined;
}

/** Entries that were added to an order log behind a place. */
export interface OrderTail {
  /** Oldest first, without torn lines. */
  entries: OrderEntry[];
  /** Behind the last whole line. */
  place: OrderPlace;
}

/** So many bytes before a place tell its line from others. */
const beforeBytes = 64;

/**
 * The entries behind a place of the log. Undefined where the log does not have it: then it was made anew.
 *
 * @throws the native error; ENOENT where there is no log.
 */
export function orderTail(
  path: string,
  { before, end: from, generation }: OrderPlace,
): OrderTail | undefined {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size < from) return undefined;
    const start = from - before.length;
    const read = Buffer.allocUnsafe(size - start);
    const bytes = read.subarray(0, readFully(descriptor, read, start));
    if (bytes.toString('latin1', 0, before.length) !== before) return undefined;
    const end = Math.max(before.length, bytes.lastIndexOf('\n') + 1);
    const lines = bytes.toString('utf8', before.length, end).split('\n');
    const place = {
      end: start + end,
      before: bytes.toString('latin1', Math.max(0, end - beforeBytes), end),
      generation,
    };
    return { entries: lines.flatMap((line) => parseOrderLine(line) ?? []), place };
  } finally {
    closeSync(descriptor);
  }
}

/** So many ids are sought in the text of a log, in a millisecond each among 100,000 lines; for more of them each line is read. */
const soughtMost = 20;

/**
 * The jobs among these that have a line before a place of the log.
 *
 * @throws the native error; ENOENT where there is no log.
 */
export function listedBefore(path: string, { end }: OrderPlace, ids: readonly string[]): string[] {
  const before = readBySpans(path, (read) => Buffer.from(read(0, end)).toString());
  if (ids.length <= soughtMost) return ids.filter((id) => before.includes(` ${JSON.stringify(id)}\n`));
  const listed = new Set(before.split('\n').map((line) => parseOrderLine(line)?.id));
  return ids.filter((id) => listed.has(id));
}
