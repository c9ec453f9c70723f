import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';

/** The source of a manifest: an absolute path, or what is piped in, whose paths are relative to `folder`. */
export type ManifestPlace = { path: string } | { stdin: AsyncIterable<Uint8Array>; folder: string };

/** Unit: bytes. */
const chunkBytes = 256 * 1024;

/**
 * The bytes of a manifest, without a byte order mark at the beginning. Throws UsageError for UTF-16, and for a file that can't be
 * read or that changes meanwhile. Also throws it for more than `pipeBytesMost` bytes from a pipe, which may have no end.
 *
 * @param take called with each piece as it was read.
 */
export async function* manifestBytes(
  place: ManifestPlace,
  pipeBytesMost: number,
  take: (piece: Uint8Array) => void,
): AsyncGenerator<Buffer> {
  const name = 'path' in place ? place.path : 'stdin';
  const pieces =
    'path' in place ? fileBytes(place.path, pipeBytesMost) : bounded(place.stdin, name, pipeBytesMost);
  let isFirst = true;
  try {
    for await (const piece of pieces) {
      take(piece);
      const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      yield isFirst ? withoutMark(chunk, name) : chunk;
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

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** A file's first read has all bytes of a mark, unless the file is shorter than it. */
function withoutMark(chunk: Buffer, name: string): Buffer {
  if (utf16Marks.some((mark) => chunk.subarray(0, 2).equals(mark))) {
    throw new UsageError({
      code: 'manifest_utf16',
      message: `${name} is UTF-16`,
      why: 'It begins with the mark of UTF-16; a manifest is UTF-8.',
      hint: 'save it as “CSV UTF-8”, or: iconv -f UTF-16 -t UTF-8 FILE > FILE.utf8',
    });
  }
  return chunk.subarray(0, 3).equals(utf8Mark) ? chunk.subarray(3) : chunk;
}

/** Refuses a path where there is no file, before anything else is said of it. Throws UsageError. */
export async function assertThere(path: string): Promise<void> {
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
