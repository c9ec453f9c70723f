import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';

/** How large a file may be that is read into memory whole. */
export interface WholeLimits {
  /** Unit: bytes. */
  bytesMost: number;
  /** The name of what is read, to complete the message `no … has more than N bytes`: `prompt and no body`. */
  what: string;
  /** Set to refuse a pipe and a device: where somebody else may have put one, opening or reading it could last for ever. */
  isFile?: true;
}

const stdin = 0;
/** Unit: bytes. */
const pieceBytes = 64 * 1024;
/** Pause before a non-blocking pipe that was empty is read again. Unit: ms. */
const pauseMs = 20;
/** Otherwise opening a pipe waits for its writer. Windows knows no such flag. */
const unwaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a whole file, or stdin for `-`. Reading stops as soon as the limit is passed, so an endless file ends in an error.
 *
 * @throws UsageError with the size of a file over the limit, and for what is refused; Node's errors.
 */
export function readWhole(path: string, limits: WholeLimits): Buffer {
  const isStdin = path === '-';
  const descriptor = isStdin ? stdin : openSync(path, limits.isFile ? unwaiting : 'r');
  try {
    const stats = fstatSync(descriptor);
    if (limits.isFile && !stats.isFile() && !stats.isDirectory()) throw notAFile(path, limits);
    // Pipes and devices report a size of 0.
    if (stats.isFile() && stats.size > limits.bytesMost) throw tooLong(path, limits, String(stats.size));
    const bytes = readToEnd(descriptor, limits.bytesMost);
    if (bytes.length > limits.bytesMost) throw tooLong(path, limits, `more than ${limits.bytesMost}`);
    return bytes;
  } finally {
    if (!isStdin) closeSync(descriptor);
  }
}

/** Reads as `readWhole` does, and gives the text: UTF-8, without the byte order mark that editors on Windows put first. */
export function readWholeText(path: string, limits: WholeLimits): string {
  return new TextDecoder().decode(readWhole(path, limits));
}

/** Reads to the end, or to just past `bytesMost`. */
function readToEnd(descriptor: number, bytesMost: number): Buffer {
  const pieces: Buffer[] = [];
  for (let total = 0; total <= bytesMost; ) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const count = readPiece(descriptor, piece);
    if (count === 0) break;
    if (count === undefined) continue;
    pieces.push(piece.subarray(0, count));
    total += count;
  }
  return Buffer.concat(pieces);
}

/** Returns the number of bytes read: 0 at the end, undefined where none have arrived yet. */
function readPiece(descriptor: number, piece: Buffer): number | undefined {
  try {
    return readSync(descriptor, piece);
  } catch (error) {
    const code = errorCode(error);
    // Windows ends a pipe with an error.
    if (code === 'EOF') return 0;
    // Another process that shares the pipe made it non-blocking.
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    return undefined;
  }
}

function notAFile(path: string, { what }: WholeLimits): UsageError {
  return new UsageError({
    code: 'file_unreadable',
    message: `${path} can't be read`,
    why: `It is a pipe or a device, and a ${what} is a file.`,
    hint: `ls -l ${path}`,
  });
}

function tooLong(path: string, { bytesMost, what }: WholeLimits, held: string): UsageError {
  const isStdin = path === '-';
  return new UsageError({
    code: 'file_too_large',
    message: `${isStdin ? 'stdin' : path} is too long`,
    why: `It holds ${held} bytes; no ${what} has more than ${bytesMost}.`,
    hint: `${isStdin ? '… | head -c 1000' : `head -c 1000 ${path}`}, to see what it is`,
  });
}
