import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { openTextSpool, type TextSpool } from '../../files/text-spool.ts';
import { mayNameLine } from '../rules/parents.ts';
import { utf8Beginning } from './manifest-encoding.ts';
import { type ManifestFormat, manifestFormat } from './manifest-format.ts';
import { type ManifestRow, type ReadRow, rowsOf } from './manifest-rows.ts';

export interface ManifestOptions {
  /** The format that it is written in; by its extension unless given. */
  format: ManifestFormat | undefined;
  /** The private folder that takes the rows. */
  spoolFolder: string;
  /** The most that is read from a pipe; 256 MiB unless given. Unit: bytes. */
  pipeBytesMost?: number;
  /** Called between pieces. What it throws ends the reading. */
  throwIfInterrupted?(): void;
}

export type Manifest = Awaited<ReturnType<typeof openManifest>>;

/**
 * Reads a manifest, once, and keeps its rows by their places. So all that is asked of it later has what was read then. Throws UsageError where it can't be read, its format is not known, or something is wrong with the whole of it.
 * Throws Node's errors for a full disk.
 */
export async function openManifest(place: ManifestPlace, options: ManifestOptions) {
  const { pipeBytesMost = 256 * 1024 * 1024, spoolFolder } = options;
  const path = 'path' in place ? place.path : undefined;
  if (path !== undefined) await assertThere(path);
  const format = manifestFormat(path, options.format);
  const folder = 'path' in place ? dirname(place.path) : place.folder;
  const hash = nodeCrypto().createHash('sha256');
  let mayNameLines = false;
  const take = (piece: Uint8Array): void => {
    options.throwIfInterrupted?.();
    hash.update(piece);
  };
  const chunks = manifestBytes(place, { format, pipeBytesMost, take });
  const spool = openTextSpool(spoolFolder);
  try {
    for await (const rows of rowsOf(chunks, format))
      for (const row of rows) {
        mayNameLines ||= row.columns?.some(([, value]) => mayNameLine(value)) === true;
        spool.put(JSON.stringify(row));
      }
  } catch (error) {
    spool.close();
    throw error;
  }
  return {
    format,
    /** Absolute; paths in the manifest are relative to it. */
    folder,
    /** SHA-256 of its bytes, in hex. */
    sha256: hash.digest('hex'),
    /** True if a word in it may mean another line. */
    mayNameLines,
    ...rowsIn(spool),
    /** Removes what was kept. */
    close: spool.close,
  };
}

/** So many rows are read before others have their turn. */
const rowsAtOnce = 500;
/** How many rows are worked on side by side: some wait for a link or a file, while others are built. */
const workedOnAtOnce = 16;

function rowsIn(spool: TextSpool) {
  function row(place: number): ManifestRow {
    // The cast is safe: nobody else writes what the spool has, so it needs no reader of foreign JSON.
    const { columns, fault, line } = JSON.parse(spool.read(place)) as ReadRow;
    return fault === undefined ? { place, line, columns: new Map(columns) } : { place, line, fault };
  }
  /** The rows whose places are wanted, in their order: all of them unless said otherwise. Those that can't be read are among them. */
  async function* rows(isWanted: (place: number) => boolean = () => true): AsyncGenerator<ManifestRow> {
    for (let place = 0; place < spool.size; place += 1) {
      if (place % rowsAtOnce === rowsAtOnce - 1) await turn();
      if (isWanted(place)) yield row(place);
    }
  }
  return {
    /** How many lines it has. */
    size: spool.size,
    row,
    rows,
    /**
     * Works on rows, a few at a time, and yields the results in the order of the rows. Where the caller stops early or a row fails, it
     * ends once nothing is under way any more.
     */
    async *each<Result>(
      work: (row: ManifestRow) => Promise<Result>,
      isWanted?: (place: number) => boolean,
    ): AsyncGenerator<Result> {
      const underWay: Promise<Result>[] = [];
      try {
        for await (const one of rows(isWanted)) {
          const result = work(one);
          // It is awaited in its turn; until then its failure must not count as unnoticed.
          result.catch(() => {});
          underWay.push(result);
          if (underWay.length >= workedOnAtOnce) yield* firstOf(underWay);
        }
        while (underWay.length > 0) yield* firstOf(underWay);
      } finally {
        await Promise.allSettled(underWay);
      }
    },
  };
}

async function* firstOf<Result>(underWay: Promise<Result>[]): AsyncGenerator<Result> {
  const [first] = underWay;
  if (first === undefined) return;
  const result = await first;
  void underWay.shift();
  yield result;
}

/** The source of a manifest: an absolute path, or what is piped in, whose paths are relative to `folder`. */
type ManifestPlace = { path: string } | { stdin: AsyncIterable<Uint8Array>; folder: string };

/** Unit: bytes. */
const chunkBytes = 256 * 1024;

/**
 * The bytes of a manifest, without a byte order mark at the beginning. Throws UsageError for UTF-16 and UTF-32, and for a file that
 * can't be read or that changes meanwhile. Also throws it for more than `pipeBytesMost` bytes from a pipe, which may have no end.
 *
 * @param options `take` is called with each piece as it was read.
 */
async function* manifestBytes(
  place: ManifestPlace,
  options: { format: ManifestFormat; pipeBytesMost: number; take: (piece: Uint8Array) => void },
): AsyncGenerator<Buffer> {
  const { format, pipeBytesMost, take } = options;
  const name = 'path' in place ? place.path : 'stdin';
  const pieces =
    'path' in place ? fileBytes(place.path, pipeBytesMost) : bounded(place.stdin, name, pipeBytesMost);
  let isFirst = true;
  try {
    for await (const piece of pieces) {
      take(piece);
      const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      yield isFirst ? utf8Beginning(chunk, name, format) : chunk;
      isFirst = false;
    }
  } catch (error) {
    throw unreadable(name, error);
  }
}

async function* fileBytes(path: string, pipeBytesMost: number): AsyncGenerator<Uint8Array> {
  const before = await statOf(path);
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
  if (!before.isFile()) return yield* bounded(stream, path, pipeBytesMost);
  yield* stream;
  const { ino, mtimeMs, size } = await statOf(path);
  if (ino !== before.ino || mtimeMs !== before.mtimeMs || size !== before.size) throw changed(path);
}

async function* bounded(
  from: AsyncIterable<Uint8Array>,
  name: string,
  bytesMost: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of from) {
    length += piece.length;
    if (length > bytesMost) throw tooLong(name, bytesMost);
    yield piece;
  }
}

/** Refuses a path where there is no file, before anything else is said of it. Throws UsageError. */
async function assertThere(path: string): Promise<void> {
  try {
    await statOf(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function statOf(path: string): Promise<Stats> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return stats;
}

/** Another program wrote to the file: what was read may be half of one line and half of another. */
function changed(name: string): UsageError {
  return new UsageError({
    code: 'manifest_changed',
    message: `${name} changed while it was read; nothing was sent`,
    why: 'Another program wrote to it.',
    hint: 'run it again, once the file is complete',
  });
}

function tooLong(name: string, bytesMost: number): UsageError {
  return new UsageError({
    code: 'file_too_large',
    message: `${name} is too long to be read from a pipe`,
    why: `It holds more than ${bytesMost} bytes, or has no end. Nothing was sent.`,
    hint: 'give a longer manifest as a file',
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'Reading it is not permitted.',
  EISDIR: 'It is a folder.',
  ENOTDIR: 'A part of its path is a file.',
};

/** The error for a file that can't be read; any other error is itself. */
function unreadable(path: string, error: unknown): unknown {
  const why = reasons[errorCode(error) ?? ''];
  if (why === undefined) return error;
  return new UsageError({
    code: 'file_unreadable',
    message: `${path} can't be read`,
    why,
    hint: `ls -l ${path}`,
    cause: error,
  });
}
