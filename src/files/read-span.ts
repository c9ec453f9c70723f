import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Opens a file, has it looked at by spans, and closes it. `read` gives a span, shorter where the file ends; `bytes` is the size of
 * the file. Throws native errors.
 */
export function readBySpans<Result>(
  path: string,
  look: (read: (offset: number, bytes: number) => Uint8Array, bytes: number) => Result,
): Result {
  const descriptor = openSync(path, 'r');
  try {
    const read = (offset: number, bytes: number): Uint8Array => {
      const span = Buffer.alloc(bytes);
      return span.subarray(0, readFully(descriptor, span, offset));
    };
    return look(read, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

/** Fills a buffer with the bytes of an open file from a place on, and returns how many there were. Throws native errors. */
export function readFully(descriptor: number, buffer: Uint8Array, from: number): number {
  for (let done = 0; ; ) {
    const count = readSync(descriptor, buffer, done, buffer.length - done, from + done);
    done += count;
    if (count === 0 || done === buffer.length) return done;
  }
}

const blockBytes = 64 * 1024;
const newline = 10;

/** The beginning of the JSON of every text that begins with `text`. */
export function jsonBeginning(text: string): string {
  return JSON.stringify(text).slice(0, -1);
}

/**
 * The lines of a file that hold a text, from the last to the first, read a block at a time.
 *
 * @param wanted a block without it is not looked at any closer; every line holds the empty text, and an empty line that alone.
 * @param end the bytes behind it are left out.
 * @throws the native error; ENOENT where there is no file.
 */
export function* linesFromEnd(
  path: string,
  wanted: string,
  end = Number.POSITIVE_INFINITY,
): Generator<string> {
  const descriptor = openSync(path, 'r');
  const sought = Buffer.from(wanted);
  // One block serves for all: 5 MB in blocks of their own take three times as long.
  let block = Buffer.allocUnsafe(2 * blockBytes);
  try {
    let start = Math.min(fstatSync(descriptor).size, end);
    /** The beginning of the block before, whose line begins in this one. */
    let cutLine = Buffer.alloc(0);
    while (start > 0) {
      const length = Math.min(blockBytes, start);
      start -= length;
      const filled = length + cutLine.length;
      if (filled > block.length) block = Buffer.allocUnsafe(2 * filled);
      // A file that was cut short meanwhile ends in line breaks, which are no lines.
      block.fill(newline, readFully(descriptor, block.subarray(0, length), start), length);
      cutLine.copy(block, length);
      const firstBreak = start === 0 ? 0 : block.subarray(0, filled).indexOf(newline);
      cutLine = Buffer.from(block.subarray(0, firstBreak === -1 ? filled : firstBreak));
      if (firstBreak === -1 || !block.subarray(firstBreak, filled).includes(sought)) continue;
      const lines = block.toString('utf8', firstBreak, filled).split('\n');
      for (let place = lines.length - 1; place >= 0; place -= 1) {
        const line = lines[place] ?? '';
        if (line.includes(wanted)) yield line;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
