import { statSync } from 'node:fs';

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
