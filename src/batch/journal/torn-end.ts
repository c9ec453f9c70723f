import type { UsageError } from '../../errors/endings.ts';
import type { ReadLog } from '../../files/append-log.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { isObject } from '../../text/json-object.ts';
import { findShot, type LineIndex, unreadableLine } from './read-journal.ts';
import { requestOf } from './shot-memory.ts';

/** The bytes behind the whole lines of a journal, and what may know the send that they told of. */
interface TornEnd {
  path: string;
  log: ReadLog;
  index: LineIndex;
  /** How many whole lines it has. */
  lines: number;
  /** The key of the last whole line that has one. */
  newestKey: string | undefined;
  /** As in `JournalPlace`. */
  knowsKey: (key: string | undefined) => Promise<boolean>;
}

/** Tells whether the last line of a journal is whole but for its line break, as an editor may leave it. */
export function isWholeLine(line: Buffer): boolean {
  return isObject(tryReadJson(line.toString()));
}

/**
 * The error for a torn end that may tell of a shot which nothing else knows; undefined for an end that can be cut off. A writer that is
 * killed in a line has sent nothing by it, and the ledger of its home has the claim. A copy that lost its end may have lost a send.
 */
export async function tornEndError(end: TornEnd): Promise<UsageError | undefined> {
  const { knowsKey, lines, log, newestKey, path } = end;
  const text = log.tail.toString();
  // A header tells of no shot, and is durable before the first line that does.
  if (text.trim() === '' || text.startsWith('{"schema":')) return undefined;
  const shot = textField(text, 'shot');
  const key = textField(text, 'key');
  const memory = shot === undefined ? undefined : findShot(end, shot);
  if (key !== undefined && requestOf(memory, key) !== undefined) return undefined;
  if (await knowsKey(key ?? newestKey)) return undefined;
  const whose = shot === undefined ? '' : `, in a line about ${JSON.stringify(shot)}`;
  return unreadableLine(path, lines + 1, `it is cut short${whose}`);
}

/** A field of a line that is cut short; undefined where its value is not there whole. */
function textField(text: string, name: string): string | undefined {
  const [, quoted = ''] = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(text) ?? [];
  const value = tryReadJson(quoted);
  return typeof value === 'string' ? value : undefined;
}
