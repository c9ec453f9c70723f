import { dirname, join } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import type { LogReader } from '../../files/append-log.ts';
import { type ByteLine, byteLines } from '../../files/text-records.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { type HashSet, idHash } from '../../text/id-hash.ts';
import { isObject, type JsonObject } from '../../text/json-object.ts';
import {
  isOfRequest,
  type JournalEvent,
  journalLineBytesMost,
  type RequestEvent,
  readEvent,
  UnreadableLine,
} from './journal-event.ts';
import { assertOwn, isHeader, type JournalHeader, type JournalOwner, readHeader } from './journal-header.ts';
import { memoryOf, type ShotMemory } from './shot-memory.ts';

interface Reading {
  path: string;
  owner: JournalOwner;
  /** Learns where the lines of each shot are. */
  index: LineIndex;
  /** Learns the ids of all jobs. */
  jobIds: HashSet;
}

/** A journal that was read; without a log there is none yet. */
type ReadFile = Pick<Reading, 'path' | 'index'> & { log: LogReader | undefined };

const blockBytes = 1024 * 1024;

/**
 * Reads a journal once from its beginning to its end. No line is passed over: one that can't be read may have told of a job.
 *
 * @throws UsageError with the number of a line that genctl can't have written, and for a journal of something else; MachineError
 * for one of a newer genctl; native errors.
 */
export async function readHeaders(log: LogReader, { path, owner, index, jobIds }: Reading) {
  /** The headers of all runs that wrote to it: each was of one account, or a person vouched for it. */
  const owners: JournalHeader[] = [];
  /** The last header, as it stands there; undefined in a journal without lines. */
  let newest: string | undefined;
  let newestJob: string | undefined;
  let hasRenames = false;
  for await (const { event, header, text, to } of journalLines(log, path)) {
    index.add(event?.shot, to);
    hasRenames ||= event?.event === 'renamed';
    if (event?.event === 'job') {
      jobIds.add(idHash(event.job));
      newestJob = event.job;
    }
    if (header === undefined) continue;
    assertOwn(header, owner, path);
    owners.push(header);
    newest = text;
  }
  return { owners, newest, newestJob, hasRenames };
}

/** A line of a journal. `text` is as it stands there, `to` the place behind it. */
type JournalLine = { text: string; to: number } & (
  | { header: JournalHeader; event?: undefined }
  | { event: JournalEvent; header?: undefined }
);

/** The lines of a journal. Throws UsageError with the number of one that can't be read. */
export async function* journalLines(log: LogReader, path: string): AsyncGenerator<JournalLine> {
  for await (const lines of byteLines(blocksOf(log), journalLineBytesMost))
    for (const one of lines) yield journalLine(one, path);
}

function journalLine({ bytes, line: number, to }: ByteLine, path: string): JournalLine {
  // A line that is too long comes as one without a text, which can't be read.
  const text = bytes?.toString() ?? '';
  try {
    const line = parsed(text);
    if (isHeader(line)) return { text, to, header: readHeader(line, path) };
    if (number === 1) throw new UnreadableLine('its first line does not say what it is of');
    return { text, to, event: readEvent(line) };
  } catch (error) {
    throw error instanceof UnreadableLine ? unreadable(path, number, error.message) : error;
  }
}

/** The bytes of a log, a block of the disk at a time. */
async function* blocksOf(log: LogReader): AsyncGenerator<Buffer> {
  for (let at = 0; at < log.bytes; ) {
    const block = await log.read(at, Math.min(at + blockBytes, log.bytes));
    if (block.length === 0) return;
    at += block.length;
    yield block;
  }
}

/**
 * Looks for the shot that a key was sent for, in a journal of whatever batch, and for the owner of that journal. Throws as
 * {@link readHeaders} does.
 */
export async function lookForKey(log: LogReader, path: string, key: string) {
  const owners: JournalHeader[] = [];
  let header: JournalHeader | undefined;
  let shot: string | undefined;
  for await (const line of journalLines(log, path)) {
    if (line.header !== undefined) {
      header = line.header;
      owners.push(header);
    } else if (line.event.event === 'sent' && line.event.key === key) shot = line.event.shot;
  }
  return { owners, header, shot };
}

/** The memory of a shot, by its lines. Throws UsageError where some are missing or were changed since. */
export function findShot(file: ReadFile, shot: string): ShotMemory | undefined {
  const { path } = file;
  const events: RequestEvent[] = [];
  for (const event of eventsOf(file, shot))
    if (isOfRequest(event)) events.push(whereItWouldBe(event, dirname(path)));
  if (events.length === 0) return undefined;
  const memory = memoryOf(events.reverse());
  if (memory === undefined)
    throw contradictory(path, shot, 'they continue a request that no line says was sent');
  return memory;
}

/** The shots of a journal that was read before, each as often as it has lines; with the earlier id where a line renames one. */
export async function* shotsOf(
  log: LogReader,
  path: string,
): AsyncGenerator<{ shot: string; from: string | undefined }> {
  for await (const { event } of journalLines(log, path))
    if (event !== undefined)
      yield { shot: event.shot, from: event.event === 'renamed' ? event.from : undefined };
}

/** The id that the shot of a line was first sent under; undefined where nobody has renamed it. Throws as {@link findPick} does. */
export function findOriginal(file: ReadFile, shot: string): string | undefined {
  for (const event of eventsOf(file, shot)) if (event.event === 'renamed') return event.from;
  return undefined;
}

/** Tells whether a person has said that a shot is none of the lines any more. Throws as {@link findPick} does. */
export function isRetired(file: ReadFile, shot: string): boolean {
  for (const event of eventsOf(file, shot)) if (event.event === 'retired') return true;
  return false;
}

/** The job of the draft that was picked last for a final; undefined where none was. Throws UsageError for lines that can't be read. */
export function findPick(file: ReadFile, shot: string): string | undefined {
  for (const event of eventsOf(file, shot)) if (event.event === 'picked') return event.draft;
  return undefined;
}

/** The events of a shot, the newest first; none where there is no log yet. */
function* eventsOf({ index, log, path }: ReadFile, shot: string): Generator<JournalEvent> {
  if (log === undefined) return;
  try {
    for (const { from, to } of index.linesOf(shot)) {
      const event = readEvent(parsed(log.readNow(from, to).toString()));
      if (event.shot === shot) yield event;
    }
  } catch (error) {
    throw error instanceof UnreadableLine ? contradictory(path, shot, error.message) : error;
  }
}

function whereItWouldBe(event: RequestEvent, folder: string): RequestEvent {
  return event.event === 'file' ? { ...event, path: join(folder, event.path) } : event;
}

function parsed(text: string): JsonObject {
  const line = tryReadJson(text);
  if (line === undefined)
    throw new UnreadableLine(`it is not JSON, or has more than ${journalLineBytesMost} bytes`);
  if (!isObject(line)) throw new UnreadableLine('it is not an object');
  return line;
}

function unreadable(path: string, number: number, why: string): UsageError {
  return new UsageError({
    code: 'journal_unreadable',
    message: `line ${number} of the journal ${path} can't be read: ${why}`,
    why: 'It may name a job. Without it, its shot could be rendered and paid for again.',
    hint: 'restore the file from a copy; or remove that line, which may render its shot twice',
  });
}

function contradictory(path: string, shot: string, why: string): UsageError {
  return new UsageError({
    code: 'journal_unreadable',
    message: `the lines of ${JSON.stringify(shot)} in the journal ${path} contradict each other: ${why}`,
    why: 'Some were removed or changed. By the rest, the shot could be rendered and paid for again.',
    hint: 'restore the file from a copy; or remove all lines of that shot, which may render it twice',
  });
}

/** A line of a file by the places of its bytes: its first, and the first behind its line break. */
interface LinePlace {
  from: number;
  to: number;
}

export type LineIndex = ReturnType<typeof createLineIndex>;

/**
 * Finds the lines of a name in a file that is too large to be kept in memory: 12 bytes a line, and some 50 a name. Names are told apart
 * by 32 bits of a hash, so that a few lines of another name may come with those of one: whoever reads them looks at the name that they
 * give.
 *
 * @param seed keeps whoever writes a file from choosing names that all have one hash.
 */
export function createLineIndex(seed: number) {
  /** The place behind each line, and the line before it of the same name. Lines are counted from 1. */
  let lines = { ends: new Float64Array(1024), before: new Uint32Array(1024) };
  let size = 0;
  /** The newest line of each name, by the name's hash. */
  const newest = new Map<number, number>();

  function grow(): void {
    const { before, ends } = lines;
    lines = { ends: new Float64Array(size * 2), before: new Uint32Array(size * 2) };
    lines.ends.set(ends);
    lines.before.set(before);
  }
  return {
    /** Adds the next line of the file, under its name where it has one. Each begins where the one before ends. */
    add(name: string | undefined, to: number): void {
      if (size + 1 >= lines.ends.length) grow();
      size += 1;
      lines.ends[size] = to;
      if (name === undefined) return;
      const hash = hashOf(name, seed);
      lines.before[size] = newest.get(hash) ?? 0;
      newest.set(hash, size);
    },
    /** How many names there are, but for those whose hashes are the same. */
    get names(): number {
      return newest.size;
    },
    /** Tells whether a name has lines; true also for another name with the same hash. */
    has: (name: string) => newest.has(hashOf(name, seed)),
    /** The lines of a name, the newest first. */
    *linesOf(name: string): Generator<LinePlace> {
      for (let line = newest.get(hashOf(name, seed)) ?? 0; line > 0; line = lines.before[line] ?? 0)
        yield { from: lines.ends[line - 1] ?? 0, to: lines.ends[line] ?? 0 };
    },
  };
}

/**
 * FNV-1a over the UTF-16 units, begun with the seed, and mixed at its end. Unit: 32 bits with sign, which a `Map` keeps in less memory.
 * MurmurHash3 would not do here: there are texts that have one hash with whatever seed it begins.
 */
function hashOf(name: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) | 0;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
