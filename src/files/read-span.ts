import { readSync } from 'node:fs';

/** Reads spans of an open file into a buffer of its own for each; shorter where the file ends. Unit: bytes. */
export function spansOf(descriptor: number): (offset: number, bytes: number) => Uint8Array {
  return (offset, bytes) => {
    const span = Buffer.alloc(bytes);
    return span.subarray(0, readSync(descriptor, span, 0, bytes, offset));
  };
}
