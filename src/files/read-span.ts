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
