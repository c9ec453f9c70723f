import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fsyncFolder } from './folder.ts';
import { type LogReader, openLogFile, readingOf, wholeBytes } from './log-reader.ts';

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
}

interface Waiting {
  line: Buffer;
  resolve: (place: number) => void;
  reject: (error: unknown) => void;
}

/**
 * Opens a log, and creates it (0600) where there is none.
 *
 * A last line without its line break was never told durable: its writer was stopped midway, and it is cut off. A line break
 * behind it is for logs of many writers, as the ledger's order log; here the only one may cut, and every line that is left is
 * a whole one.
 *
 * @throws as `openLogFile` does.
 */
export async function openAppendLog(path: string, { isHeld }: AppendLogOptions): Promise<AppendLog> {
  const file = await openLogFile(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
  try {
    const whole = await wholeBytes(file);
    if (whole < (await file.stat()).size) {
      await file.truncate(whole);
      await file.datasync();
    }
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
  let waiting: Waiting[] = [];
  /** Why no further line is taken. */
  let ended: unknown;
  let flushing: Promise<void> | undefined;

  /** Never rejects. */
  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await write(group);
      } catch (error) {
        ended = error;
        for (const { reject } of [...group, ...waiting]) reject(error);
        waiting = [];
      }
    }
    flushing = undefined;
  }
  async function write(group: readonly Waiting[]): Promise<void> {
    if (!isHeld()) throw new LogClosedError('another process has taken over the lock of this file');
    try {
      await file.appendFile(Buffer.concat(group.map(({ line }) => line)));
      await file.datasync();
    } catch (error) {
      // The rest of a line that was written in part is cut off, where the disk permits; otherwise the next run does it.
      await file.truncate(bytes).catch(() => {});
      throw error;
    }
    for (const { line, resolve } of group) {
      resolve(bytes);
      bytes += line.length;
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    append(line) {
      if (ended !== undefined) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        waiting.push({ line: Buffer.from(`${line}\n`), resolve, reject });
        flushing ??= Promise.resolve().then(flush);
      });
    },
    ...readingOf(file),
    async close() {
      ended ??= new LogClosedError('this file is closed');
      await flushing;
      await file.close();
    },
  };
}
