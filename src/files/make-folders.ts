import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Creates a folder and its missing parents. Returns the topmost that was created; undefined where it was there already.
 * Node's own recursive mkdir never comes back where a file system refuses a new folder with ENOENT, as /proc does.
 *
 * @throws the native error, with its `code`: EEXIST where a file is in the place, ENOTDIR where one is above it, EACCES, EROFS, ENOSPC, ENOENT.
 */
export function makeFolders(path: string, options: { mode?: number } = {}): string | undefined {
  if (isFolder(path)) return undefined;
  const parent = dirname(path);
  const firstCreated = parent === path ? undefined : makeFolders(parent, options);
  try {
    mkdirSync(path, options);
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(path)) throw error;
  }
  return firstCreated ?? path;
}

/** Throws ENOTDIR below a file: with `throwIfNoEntry: false` Node 20 does so as well, and Node 24 does not. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
