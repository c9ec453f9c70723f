import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { errorCode } from './error-code.ts';

/** As many links as systems follow one after the other. */
const linksMost = 40;

/**
 * Where a path leads once all links are followed, whether there is something or not: what is missing would be made there.
 * Throws Node's errors: ELOOP for links that go in a circle, EACCES.
 *
 * @param path absolute.
 */
export function realPlace(path: string, linksLeft = linksMost): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || dirname(path) === path) throw error;
  }
  const link = linksLeft > 0 ? linkAt(path) : undefined;
  if (link !== undefined) return realPlace(resolve(dirname(path), link), linksLeft - 1);
  return join(realPlace(dirname(path), linksLeft), basename(path));
}

/** Whether a path leads to a folder or to something below it, by where both really are. Throws as `realPlace` does. */
export function isReallyInside(folder: string, path: string): boolean {
  const way = relative(realPlace(folder), realPlace(path));
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

/** What a link that leads to nothing says. */
function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
