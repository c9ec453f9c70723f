import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../errors/endings.ts';
import { errorCode } from './error-code.ts';

/** What a text may hold that is read whole: more would be held in memory for nothing. */
export interface WholeLimits {
  /** Unit: bytes. */
  bytesMost: number;
  /** What has no more than that, as the rest of `which no … has`: `prompt and no body`. */
  what: string;
}

const stdin = 0;
/** Unit: bytes. */
const pieceBytes = 64 * 1024;
/** Pause before a pipe is asked again that has nothing yet and does not wait by itself. Unit: ms. */
const pauseMs = 20;

/**
 * A file from its beginning to its end, or stdin for `-`. One that is longer than it can be, or has no end, is left where that
 * shows.
 *
 * @throws UsageError with its size, else Node's errors.
 */
export function readWhole(path: string, limits: WholeLimits): Buffer {
  const isStdin = path === '-';
  const descriptor = isStdin ? stdin : openSync(path, 'r');
  try {
    const stats = fstatSync(descriptor);
    // A pipe and a device say 0.
    if (stats.isFile() && stats.size > limits.bytesMost) throw tooLong(path, limits, String(stats.size));
    const bytes = readToEnd(descriptor, limits.bytesMost);
    if (bytes.length > limits.bytesMost) throw tooLong(path, limits, `more than ${limits.bytesMost}`);
    return bytes;
  } finally {
    if (!isStdin) closeSync(descriptor);
  }
}

/** The same as text: UTF-8, without the byte order mark that editors on Windows put first. */
export function readWholeText(path: string, limits: WholeLimits): string {
  return new TextDecoder().decode(readWhole(path, limits));
}

/** To the end, or just past the most. */
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

/** The bytes read, 0 at the end; undefined where there are none yet. */
function readPiece(descriptor: number, piece: Buffer): number | undefined {
  try {
    return readSync(descriptor, piece);
  } catch (error) {
    const code = errorCode(error);
    // Windows ends a pipe with an error.
    if (code === 'EOF') return 0;
    // Whoever shares the pipe made it one that does not wait.
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    return undefined;
  }
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
