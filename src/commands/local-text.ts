import { closeSync, openSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { UsageError } from '../errors/usage-error.ts';
import { errorCode } from '../files/error-code.ts';
import type { FileReader } from './text-source.ts';

const stdin = 0;
/** Largest text that is read; a prompt is 100,000 characters at most, a body a few more. Unit: bytes. */
const textBytesMost = 64 * 1024 * 1024;
/** Unit: bytes. */
const pieceBytes = 64 * 1024;
/** Pause before stdin is asked again that has nothing yet and does not wait by itself. Unit: ms. */
const pauseMs = 20;

/**
 * A file of this machine, or stdin for `-`. Fatal where it is not UTF-8: a text would be sent, and paid for, with its letters
 * replaced. A byte order mark at the beginning is no part of the text. Throws UsageError for a terminal as stdin and for
 * what never ends, else Node's errors.
 */
export const readLocalFile: FileReader = (path) => {
  const isStdin = path === '-';
  // Nothing may hang where nothing was asked; a person has `compose`, and quotes.
  if (isStdin && isatty(stdin)) throw stdinIsTerminal();
  const descriptor = isStdin ? stdin : openSync(path, 'r');
  try {
    const bytes = readToEnd(descriptor);
    if (bytes.length > textBytesMost) throw tooLarge(isStdin ? 'stdin' : path);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } finally {
    if (!isStdin) closeSync(descriptor);
  }
};

/** To the end, or just past the most that a text may have: an endless source is left there. */
function readToEnd(descriptor: number): Buffer {
  const pieces: Buffer[] = [];
  for (let total = 0; total <= textBytesMost; ) {
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

function tooLarge(what: string): UsageError {
  return new UsageError({
    code: 'file_too_large',
    message: `${what} is too long`,
    why: `It holds more than ${textBytesMost} bytes, which no prompt and no body does.`,
    hint: `head -c 1000 ${what}, to see what it is`,
  });
}

function stdinIsTerminal(): UsageError {
  return new UsageError({
    code: 'stdin_is_terminal',
    message: '- reads stdin, and stdin is a terminal',
    why: 'Nothing is piped into the command.',
    hint: '… | genctl …, or genctl … < FILE, or @FILE; genctl compose asks',
  });
}
