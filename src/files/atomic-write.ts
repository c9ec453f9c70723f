import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { fsyncFolder } from './folder.ts';
import { discard, writeTempBeside } from './temp-file.ts';

export interface AtomicWriteOptions {
  /** Permission bits, before the umask. 0600 unless given. */
  mode?: number;
}

/**
 * Writes a file whole or not at all: a reader, another writer and a power cut see the old bytes or the new, never a part.
 * Of several writers the last one to finish wins. A link at `path` is replaced, not followed. The bytes are durable on return.
 *
 * It is synchronous because commands are short: claim, write and write again add 2 ms to a bare Node start, and 5 to 6 ms
 * through promises.
 *
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …).
 */
export function writeFileAtomic(path: string, bytes: Uint8Array, options: AtomicWriteOptions = {}): void {
  const temp = writeTempBeside(path, bytes, { mode: options.mode ?? 0o600, durable: true });
  try {
    renameSync(temp, path);
  } catch (error) {
    discard(temp);
    throw error;
  }
  fsyncFolder(dirname(path));
}
