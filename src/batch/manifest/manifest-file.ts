import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { openUnnamedFile } from '../../files/unnamed-file.ts';

/** A file that can be read several times. */
export interface ManifestFile {
  /** What to call it in a message. */
  name: string;
  /** Reads it from the beginning. */
  stream(): AsyncIterable<Buffer>;
  close(): void;
}

/** Where a copy is made of what can be read once only. */
export interface ManifestSpool {
  /** A private folder. */
  folder: string;
  /** What is longer is refused: it may have no end. Unit: bytes. */
  bytesMost: number;
}

/** Unit: bytes. */
const chunkBytes = 256 * 1024;

/** The file at a path; of a pipe, such as the shell's `<(…)`, a copy. Throws UsageError, and Node's errors for a full disk. */
export async function fileAt(path: string, spool: ManifestSpool): Promise<ManifestFile> {
  try {
    const stats = await statOf(path);
    if (!stats.isFile()) return await spooledFile(createReadStream(path), path, spool);
    const stream = () => createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>;
    return { name: path, stream, close() {} };
  } catch (error) {
    throw unreadable(path, error);
  }
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

/**
 * A copy of what can be read once only, in a file that no other user can read. Throws UsageError for what is too long, and Node's
 * errors for a full disk.
 */
export async function spooledFile(
  from: AsyncIterable<Uint8Array>,
  name: string,
  { bytesMost, folder }: ManifestSpool,
): Promise<ManifestFile> {
  const file = openUnnamedFile(folder);
  try {
    for await (const piece of from) {
      if (file.length + piece.length > bytesMost) throw tooLong(name, bytesMost);
      file.add(piece);
    }
  } catch (error) {
    file.close();
    throw error;
  }
  // Read from a place on, and not from wherever the pass before ended.
  const place = { fd: file.descriptor, autoClose: false, start: 0, highWaterMark: chunkBytes };
  return {
    name,
    stream: () => createReadStream('', place) as AsyncIterable<Buffer>,
    close: file.close,
  };
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
export function unreadable(path: string, error: unknown): unknown {
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
