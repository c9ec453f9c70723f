import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { mediumOfName } from './shown-file.ts';

/** The newest media of a folder, and how many older ones were left out. */
interface FolderMedia {
  paths: string[];
  leftOut: number;
}

interface Medium {
  path: string;
  /** Unit: ms since 1970. */
  writtenMs: number;
}

/**
 * The pictures, clips and sounds in a folder and below, by their paths: those that were written last, where there are more than
 * `most`. Hidden names and `node_modules` are passed over, and no link is followed to another folder. A folder below and a file
 * that can't be read are passed over as well.
 *
 * @throws Node's error where the folder itself can't be read.
 */
export function mediaInFolder(folder: string, most: number): FolderMedia {
  let newest: Medium[] = [];
  let found = 0;
  const leaveOldest = (): void => {
    newest = newest.sort((one, other) => other.writtenMs - one.writtenMs).slice(0, most);
  };
  const folders = [folder];
  for (const here of folders) {
    const read = (): Dirent[] => readdirSync(here, { withFileTypes: true });
    for (const entry of here === folder ? read() : (ifReadable(read) ?? [])) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(here, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const writtenMs =
        mediumOfName(path) === undefined ? undefined : ifReadable(() => statSync(path).mtimeMs);
      if (writtenMs === undefined || entry.isDirectory()) continue;
      found += 1;
      // The memory for twice as many is enough for any number of files.
      if (newest.push({ path, writtenMs }) === 2 * most) leaveOldest();
    }
  }
  leaveOldest();
  return { paths: newest.map(({ path }) => path).sort(), leftOut: found - newest.length };
}

/** Undefined where the system refuses. */
function ifReadable<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
