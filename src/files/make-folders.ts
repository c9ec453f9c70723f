import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';

/**
 * Creates a folder and its missing parents. Returns the topmost that was created; undefined where the folder was there already.
 * Node's own recursive mkdir never returns where a file system refuses a new folder with ENOENT, as /proc does.
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

/** Throws ENOTDIR for a path below a file. `throwIfNoEntry: false` is no substitute: it throws so in Node 20 but not in Node 24. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
