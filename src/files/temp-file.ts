import { closeSync, fdatasyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeCrypto } from './lazy-node.ts';

/** A path beside `path` that nobody else uses: hidden, and short whatever the target's name is. */
export function uniquePathBeside(path: string): string {
  return join(dirname(path), `.${process.pid}-${nodeCrypto().randomBytes(8).toString('hex')}.tmp`);
}

export interface TempFileOptions {
  /** Permission bits, before the umask. */
  mode: number;
  /** False skips the flush, for files that need not outlive a power cut. */
  durable: boolean;
}

/**
 * Writes all `bytes` to a new hidden file in the folder of `path` and returns its path. It leaves nothing behind when it fails.
 *
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …).
 */
export function writeTempBeside(path: string, bytes: Uint8Array, options: TempFileOptions): string {
  const temp = uniquePathBeside(path);
  // `wx` refuses a file, or a link, that someone put there first.
  const descriptor = openSync(temp, 'wx', options.mode);
  try {
    try {
      writeFileSync(descriptor, bytes);
      if (options.durable) fdatasyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    discard(temp);
    throw error;
  }
  return temp;
}

/** Removes a file of our own where that is possible; the failure that led here is the one worth reporting. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // A hidden leftover: no reader lists it.
  }
}
