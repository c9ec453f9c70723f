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
      return span.subarray(0, readSync(descriptor, span, 0, bytes, offset));
    };
    return look(read, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}
