import { constants, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.ts';

/** A file of lines that is read as its writer left it. */
export interface LogReader {
  /** How many bytes of it are whole lines; behind them may stand one that its writer was stopped in. */
  readonly bytes: number;
  /** The bytes from one place to another; fewer where the file ends before. Throws native errors. */
  read(from: number, to: number): Promise<Buffer>;
  /** As `read`, but at once, for a few lines. */
  readNow(from: number, to: number): Buffer;
  close(): Promise<void>;
}

/** A folder, a pipe or a device stands where a file belongs. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
  readonly code = 'ENOTFILE';

  constructor(path: string) {
    super(`${path} is a folder, a pipe or a device, not a file`);
  }
}

/** Unit: bytes. */
const tailBytes = 64 * 1024;
const lineBreak = 0x0a;

/**
 * Opens a log to read it; undefined where there is none.
 *
 * @throws as {@link openLogFile}.
 */
export async function openLogReader(path: string): Promise<LogReader | undefined> {
  const file = await openLogFile(path, constants.O_RDONLY).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    return { bytes: await wholeBytes(file), ...readingOf(file), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Opens the file of a log; one that it creates has 0600. A link in its place is not followed: in a repository of others it could
 * lead anywhere. Windows can't be told so, and makes links for administrators only.
 *
 * @throws the native error, with its `code`: ELOOP for a link, ENOENT, EISDIR, EACCES, EROFS, ENOSPC; {@link NotAFileError}.
 */
export async function openLogFile(path: string, flags: number): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  // Without O_NONBLOCK, opening a pipe could last for ever.
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if ((await file.stat()).isFile()) return file;
    throw new NotAFileError(path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** How much of a file is whole lines. Unit: bytes. */
export async function wholeBytes(file: FileHandle): Promise<number> {
  const { read } = readingOf(file);
  for (let end = (await file.stat()).size; end > 0; ) {
    const start = Math.max(0, end - tailBytes);
    const at = (await read(start, end)).lastIndexOf(lineBreak);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

/** How the bytes of an open file are read. */
export function readingOf(file: FileHandle): Pick<LogReader, 'read' | 'readNow'> {
  return {
    async read(from, to) {
      const bytes = Buffer.allocUnsafe(to - from);
      for (let done = 0; ; ) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
        done += bytesRead;
        if (bytesRead === 0 || done === bytes.length) return bytes.subarray(0, done);
      }
    },
    readNow(from, to) {
      const bytes = Buffer.allocUnsafe(to - from);
      for (let done = 0; ; ) {
        const count = readSync(file.fd, bytes, done, bytes.length - done, from + done);
        done += count;
        if (count === 0 || done === bytes.length) return bytes.subarray(0, done);
      }
    },
  };
}
