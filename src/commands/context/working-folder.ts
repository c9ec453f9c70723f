import { UsageError } from '../../errors/endings.ts';
import { isOtherFolder } from '../../files/whole-name.ts';

/**
 * The working folder, if it can be named: Node gives a name that is not UTF-8 as that of another folder.
 *
 * @param path as Node gives it.
 * @throws UsageError for one that it is not.
 */
export function wholeFolder(path: string): string {
  if (!isOtherFolder(path)) return path;
  throw new UsageError({
    code: 'folder_not_utf8',
    message: `genctl can't work in ${path}`,
    why: 'A part of its name is not UTF-8, so that files would land in another folder.',
    hint: 'cd to a folder whose name is UTF-8, or rename this one (convmv, mv)',
  });
}
