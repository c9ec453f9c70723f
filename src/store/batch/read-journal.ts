import { dirname, join } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import type { LogReader } from '../../files/log-reader.ts';
import { isObject, type JsonObject } from '../../rules/json/json-object.ts';
import { tryReadJson } from '../../rules/json/read-json.ts';
import { type JournalEvent, lineBytesMost, readEvent, UnreadableLine } from './journal-event.ts';
import { assertOwn, isHeader, type JournalOwner, readHeader } from './journal-header.ts';
import type { LineIndex } from './line-index.ts';
import { memoryOf, type ShotMemory } from './shot-memory.ts';

/** Whose a journal is by its headers. */
export interface ReadHeaders {
  /** The fingerprints of all runs that wrote to it: each was the same account, or a person vouched for it. */
  accounts: ReadonlySet<string>;
  /** The last header, as it stands there; undefined in a journal without lines. */
  newest: string | undefined;
}

interface Reading {
  path: string;
  owner: JournalOwner;
  /** Learns where the lines of each shot are. */
  index: LineIndex;
}

const blockBytes = 1024 * 1024;
const lineBreak = 0x0a;

/**
 * Reads a journal once from its beginning to its end. No line is passed over: one that can't be read may have told of a job.
 *
 * @throws UsageError with the number of a line that genctl can't have written, and for a journal of something else; MachineError
 * for one of a newer genctl; native errors.
 */
export async function readHeaders(log: LogReader, { path, owner, index }: Reading): Promise<ReadHeaders> {
  const accounts = new Set<string>();
  let newest: string | undefined;
  let number = 0;
  for await (const { text, to } of linesOf(log, path)) {
    number += 1;
    try {
      const line = parsed(text);
      if (isHeader(line)) {
        const header = readHeader(line, path);
        assertOwn(header, owner, path);
        accounts.add(header.account);
        newest = text;
        index.add(undefined, to);
      } else {
        if (number === 1) throw new UnreadableLine('a journal begins with a line that says what it is of');
        index.add(readEvent(line).shot, to);
      }
    } catch (error) {
      throw error instanceof UnreadableLine ? unreadable(path, number, error.message) : error;
    }
  }
  return { accounts, newest };
}

/** What the lines of a shot tell. Throws UsageError where some are missing or were changed since. */
export function findShot(
  log: LogReader,
  { path, index }: Omit<Reading, 'owner'>,
  shot: string,
): ShotMemory | undefined {
  const events: JournalEvent[] = [];
  try {
    for (const { from, to } of index.linesOf(shot)) {
      const event = readEvent(parsed(log.readNow(from, to).toString()));
      if (event.shot === shot) events.push(whereItWouldBe(event, dirname(path)));
    }
  } catch (error) {
    throw error instanceof UnreadableLine ? contradictory(path, shot, error.message) : error;
  }
  if (events.length === 0) return undefined;
  const memory = memoryOf(events.reverse());
  if (memory === undefined)
    throw contradictory(path, shot, 'they go on with a request whose sending is told nowhere');
  return memory;
}

function whereItWouldBe(event: JournalEvent, folder: string): JournalEvent {
  return event.event === 'file' ? { ...event, path: join(folder, event.path) } : event;
}

function parsed(text: string): JsonObject {
  const line = tryReadJson(text);
  if (line === undefined) throw new UnreadableLine('it is no JSON');
  if (!isObject(line)) throw new UnreadableLine('it is no object');
  return line;
}

/** The whole lines of a log, each with the place behind it. */
async function* linesOf(log: LogReader, path: string): AsyncGenerator<{ text: string; to: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  for (let at = 0; at < log.bytes; ) {
    const block = await log.read(at, Math.min(at + blockBytes, log.bytes));
    if (block.length === 0) return;
    const bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
    const begins = at - rest.length;
    at += block.length;
    let from = 0;
    for (let end = bytes.indexOf(lineBreak); end !== -1; end = bytes.indexOf(lineBreak, from)) {
      number += 1;
      if (end - from >= lineBytesMost) throw unreadable(path, number, `it has ${end - from} bytes`);
      yield { text: bytes.toString('utf8', from, end), to: begins + end + 1 };
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length >= lineBytesMost)
      throw unreadable(path, number + 1, `it has more than ${lineBytesMost} bytes`);
  }
}

function unreadable(path: string, number: number, why: string): UsageError {
  return new UsageError({
    code: 'journal_unreadable',
    message: `line ${number} of the journal ${path} can't be read: ${why}`,
    why: 'It may have told of a job; passed over, its shot could be rendered and paid for again.',
    hint: 'put the file back as genctl wrote it; or take that line out, and the shot that it was of may come twice',
  });
}

function contradictory(path: string, shot: string, why: string): UsageError {
  return new UsageError({
    code: 'journal_unreadable',
    message: `the lines of ${JSON.stringify(shot)} in the journal ${path} don't go together: ${why}`,
    why: 'Some were taken out or changed; sent by what is left, the shot could be rendered and paid for again.',
    hint: 'put the file back as genctl wrote it; or take out all lines of that shot, and it may come twice',
  });
}
