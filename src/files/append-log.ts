import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { fsyncFolder } from './folder.ts';
import { inGroups, type Member } from './in-groups.ts';
import { readFully } from './read-span.ts';

/** A file to which lines are only ever added, by one writer at a time: whoever opens it holds a lock for it. */
export interface AppendLog extends LogReader {
  /** How many bytes of it are durable. */
  readonly bytes: number;
  /**
   * Adds a line, which must not hold a line break. Resolves with the place of its first byte once it is durable, and all lines
   * before it with it. The lines that gather while the disk is busy with others go to it together, with one flush.
   *
   * Where a write fails, it rejects for that line and for all that wait, and so does every later call: nobody can say what is on
   * the disk behind a failed flush. What was told durable stays so.
   */
  append(line: string): Promise<number>;
  /** Waits for the lines that are on their way, and closes the file. */
  close(): Promise<void>;
}

/** The error that an append log rejects with once it is closed, or its lock is lost. */
export class LogClosedError extends Error {
  override readonly name = 'LogClosedError';
}

interface AppendLogOptions {
  /** Tells whether the lock is still held; asked before each write. */
  isHeld: () => boolean;
  /** As `LogReading` has it. */
  isWhole?: IsWhole | undefined;
}

/** Tells whether a last line without a line break is a whole one, as an editor or a copy leaves it. Without it none is. */
type IsWhole = (line: Buffer) => boolean;

/** The longest last line that is looked at. Unit: bytes. */
const lastLineBytesMost = 64 * 1024;

/**
 * Opens a log, and creates it (0600) where there is none.
 *
 * A last line without its line break was never told durable: its writer was stopped midway, and it is cut off. Where `isWhole` takes
 * it for a whole line, it gets its line break instead.
 *
 * @throws as `openLogFile` does.
 */
export async function openAppendLog(path: string, { isHeld, isWhole }: AppendLogOptions): Promise<AppendLog> {
  const file = await openLogFile(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
  try {
    const { whole, tail } = await linesIn(file, isWhole);
    const lacksLineBreak = whole > (await file.stat()).size;
    if (tail.length > 0) await file.truncate(whole);
    if (lacksLineBreak) await file.appendFile('\n');
    if (tail.length > 0 || lacksLineBreak) await file.datasync();
    // The name of a new file is made durable before any line in it.
    if (whole === 0) fsyncFolder(dirname(path));
    return appendLog(file, whole, isHeld);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function appendLog(file: FileHandle, whole: number, isHeld: () => boolean): AppendLog {
  let bytes = whole;
  let failed: { error: unknown } | undefined;
  let isClosed = false;
  let last: Promise<unknown> | undefined;

  async function write(group: readonly Member<Buffer, number>[]): Promise<void> {
    if (failed !== undefined) throw failed.error;
    try {
      if (!isHeld()) throw new LogClosedError('another process has taken over the lock of this file');
      await flush(Buffer.concat(group.map(({ wanted }) => wanted)));
    } catch (error) {
      failed = { error };
      throw error;
    }
    await Promise.all(
      group.map(({ end, wanted }) => {
        const place = bytes;
        bytes += wanted.length;
        return end(() => place);
      }),
    );
  }
  async function flush(lines: Buffer): Promise<void> {
    try {
      await file.appendFile(lines);
      await file.datasync();
    } catch (error) {
      // The rest of a line that was written in part is cut off, where the disk permits; otherwise the next run does it.
      await file.truncate(bytes).catch(() => {});
      throw error;
    }
  }
  const add = inGroups(write);

  return {
    get bytes() {
      return bytes;
    },
    async append(line) {
      if (failed !== undefined) throw failed.error;
      if (isClosed) throw new LogClosedError('this file is closed');
      const added = add(Buffer.from(`${line}\n`));
      last = added.catch(() => {});
      return added;
    },
    ...readingOf(file),
    async close() {
      isClosed = true;
      await last;
      await file.close();
    },
  };
}

/** A file of lines that is read as its writer left it. */
export interface LogReader {
  /** How many bytes of it are whole lines, each with its line break, though the last may lack it. */
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
export async function openLogReader(path: string, isWhole?: IsWhole): Promise<LogReader | undefined> {
  const file = await openLogFile(path, constants.O_RDONLY).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { whole: bytes } = await linesIn(file, isWhole);
    return { bytes, ...readingOf(file), close: () => file.close() };
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
async function openLogFile(path: string, flags: number): Promise<FileHandle> {
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
async function wholeBytes(file: FileHandle): Promise<number> {
  const { read } = readingOf(file);
  for (let end = (await file.stat()).size; end > 0; ) {
    const start = Math.max(0, end - tailBytes);
    const at = (await read(start, end)).lastIndexOf(lineBreak);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

/** How much of a file is whole lines, and what stands behind them. A whole last line counts with the line break that it lacks. */
async function linesIn(
  file: FileHandle,
  isWhole: IsWhole = () => false,
): Promise<{ whole: number; tail: Buffer }> {
  const whole = await wholeBytes(file);
  const { size } = await file.stat();
  const tail = await readingOf(file).read(whole, Math.min(size, whole + lastLineBytesMost));
  const isLine = tail.length > 0 && whole + tail.length === size && isWhole(tail);
  return isLine ? { whole: size + 1, tail: Buffer.alloc(0) } : { whole, tail };
}

/** How the bytes of an open file are read. */
function readingOf(file: FileHandle): Pick<LogReader, 'read' | 'readNow'> {
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
      return bytes.subarray(0, readFully(file.fd, bytes, from));
    },
  };
}
