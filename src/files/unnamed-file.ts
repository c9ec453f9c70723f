import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from './folder.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

/** A file for what may be too much for the memory. It is gone with its process, however that ends. */
export interface UnnamedFile {
  readonly descriptor: number;
  /** Unit: bytes. */
  readonly length: number;
  /** Adds bytes at the end. Throws the native error of a full disk. */
  add(bytes: Uint8Array): void;
  read(from: number, length: number): Buffer;
  /** Never throws. */
  close(): void;
}

/**
 * Opens a file in a private folder, and takes its name away at once. A file system that keeps the name of an open file loses it with
 * `close`; until then it is that of a temporary file, by which what a killed process left is swept.
 *
 * @throws the native error, with its `code`.
 */
export function openUnnamedFile(folder: string): UnnamedFile {
  ensurePrivateFolder(folder);
  const path = uniquePathBeside(join(folder, 'spool'));
  const descriptor = openSync(path, 'wx+', 0o600);
  discard(path);
  let end = 0;
  let isOpen = true;
  return {
    descriptor,
    get length() {
      return end;
    },
    add(bytes) {
      for (let done = 0; done < bytes.length; )
        done += writeSync(descriptor, bytes, done, bytes.length - done, end + done);
      end += bytes.length;
    },
    read(from, length) {
      const bytes = Buffer.alloc(length);
      for (let done = 0; done < length; ) {
        const count = readSync(descriptor, bytes, done, length - done, from + done);
        if (count === 0) throw new Error('The file was cut short by another program');
        done += count;
      }
      return bytes;
    },
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
      discard(path);
    },
  };
}
