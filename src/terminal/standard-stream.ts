import { EventEmitter } from 'node:events';
import { fstatSync, writeSync } from 'node:fs';
import { errorCode } from '../errors/error-code.ts';
import type { RawStream, Written } from './output-stream.ts';

/** The width of a stream that tells none, or 0, such as a pipe or a bare pseudo-terminal. */
const usualColumns = 80;

export function columnsOf({ columns = 0 }: { columns?: number | undefined }): number {
  return columns > 0 ? columns : usualColumns;
}

/** The height of a stream that tells none, or 0. */
const usualHeight = 24;

export function heightOf({ rows = 0 }: { rows?: number | undefined }): number {
  return rows > 0 ? rows : usualHeight;
}

const descriptors = { stdout: 1, stderr: 2 } as const;

/**
 * Opens a standard stream of the process. A file and a pipe are written to at once, which spares a start what Node loads for its own
 * stream; everything else gets that one.
 */
export function standardStream(
  name: keyof typeof descriptors,
  of: Pick<NodeJS.Process, 'platform' | 'stderr' | 'stdout'>,
): RawStream | DirectStream {
  return isFileOrPipe(descriptors[name]) ? directStream(name, of) : of[name];
}

/** As `standardStream`, for text that is written alike on a terminal: that is written to at once as well. */
export function directStream(
  name: keyof typeof descriptors,
  of: Pick<NodeJS.Process, 'platform' | 'stderr' | 'stdout'>,
): RawStream | DirectStream {
  // Windows has pipes that take a part, and do not say so.
  return of.platform === 'win32' ? of[name] : new DirectStream(descriptors[name], () => of[name]);
}

function isFileOrPipe(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isFile() || found.isFIFO() || found.isSocket();
  } catch (error) {
    // It is closed: Node's own stream knows what to do.
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** A stream that is written to at once. It emits `error`s as Node's own stream does. */
export class DirectStream extends EventEmitter {
  readonly isTTY = false;
  readonly columns = undefined;
  readonly rows = undefined;
  readonly #descriptor: number;
  readonly #open: () => RawStream;
  #opened: RawStream | undefined;
  #isDirect = true;

  constructor(descriptor: number, open: () => RawStream) {
    super();
    this.#descriptor = descriptor;
    this.#open = open;
  }

  write(text: string | Uint8Array, done?: Written): void {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    if (this.#isDirect) this.#writeAtOnce(bytes, done);
    else this.opened().write(text, done);
  }

  /** Sends text from here on through Node's own stream: a reader that reads nothing keeps the process from nothing else. */
  goThroughLoop(): void {
    this.#isDirect = false;
  }

  /** Node's own stream, which everything goes through from here on. */
  opened(): RawStream {
    this.goThroughLoop();
    if (this.#opened === undefined) {
      this.#opened = this.#open();
      this.#opened.on('error', (error) => this.emit('error', error));
    }
    return this.#opened;
  }

  #writeAtOnce(bytes: Uint8Array, done: Written = () => {}): void {
    let left = bytes;
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#descriptor, left));
      done();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // A pipe that somebody made so takes what it has room for, and no more.
      if (errorCode(error) === 'EAGAIN') this.opened().write(left, done);
      else done(error);
    }
  }
}
