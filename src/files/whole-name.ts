import { statSync } from 'node:fs';

/** What Node puts in the place of bytes that are no UTF-8: the path that it gives is then another one. */
const replaced = '\uFFFD';

/**
 * Whether a path may be another one than was meant: it holds the sign for bytes that could not be read, and leads to nothing.
 * The sign may also stand in a name by itself.
 */
export function lacksBytes(path: string): boolean {
  return path.includes(replaced) && statSync(path, { throwIfNoEntry: false }) === undefined;
}

/** The same for the working folder, beside which a folder may stand that has the sign itself in its name. */
export function isOtherFolder(workingFolder: string): boolean {
  if (!workingFolder.includes(replaced)) return false;
  const [named, real] = [statSync(workingFolder, { throwIfNoEntry: false }), statSync('.')];
  return named === undefined || named.ino !== real.ino || named.dev !== real.dev;
}
