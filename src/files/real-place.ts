import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { errorCode } from '../errors/error-code.ts';

/** Systems follow this many links in a row before they give up. */
const linksMost = 40;

/**
 * The place that a path leads to once all links are followed. Nothing need exist there: it is where a new file would be created.
 *
 * @param path absolute.
 * @throws Node's errors: ELOOP for links that go in a circle, EACCES.
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

/** Tells whether a path leads to a folder or below it once all links are followed. Throws as `realPlace` does. */
export function isReallyInside(folder: string, path: string): boolean {
  return isInside(realPlace(folder), realPlace(path));
}

/** Tells whether an absolute path names a folder or something below it, whatever links there are. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

/** The target that a link names; undefined for anything but a link. */
function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Node replaces bytes that are not UTF-8 by this character, and the path that it gives is then not the one that was typed. */
const replaced = '\uFFFD';

/**
 * Tells whether a path has lost bytes: it holds the replacement character and leads to nothing. A path that leads somewhere is
 * the right one, since a name may also contain that character itself.
 */
export function lacksBytes(path: string): boolean {
  return path.includes(replaced) && statSync(path, { throwIfNoEntry: false }) === undefined;
}

/** As `lacksBytes`, for the working folder. The path may lead to a sibling with that character in its name, so both are compared. */
export function isOtherFolder(workingFolder: string): boolean {
  if (!workingFolder.includes(replaced)) return false;
  const [named, real] = [statSync(workingFolder, { throwIfNoEntry: false }), statSync('.')];
  return named === undefined || named.ino !== real.ino || named.dev !== real.dev;
}
