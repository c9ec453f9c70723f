import { UsageError } from '../errors/endings.ts';
import { isOtherFolder } from '../files/real-place.ts';

/**
 * The working folder. Where its name is not UTF-8, Node gives the name of another folder, and files would go there.
 *
 * @param path as Node gives it.
 * @throws UsageError where the folder is not the one that the path names.
 */
export function wholeFolder(path: string): string {
  if (!isOtherFolder(path)) return path;
  throw new UsageError({
    code: 'folder_not_utf8',
    message: `genctl can't work in ${path}`,
    why: 'A part of its name is not UTF-8, so files would go to another folder.',
    hint: 'cd to a folder whose name is UTF-8, or rename this one (convmv, mv)',
  });
}
