import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { itemsMost, mediumOfName } from './shown-file.ts';

/** The media of a folder, and how many of them were left out because there are so many. */
export interface FolderMedia {
  paths: string[];
  leftOut: number;
}

/**
 * The pictures, clips and sounds in a folder and below, by their paths. Hidden names and `node_modules` are passed over, and no link
 * is followed to another folder. A folder below that can't be read is passed over as well.
 *
 * @throws Node's error where the folder itself can't be read.
 */
export function mediaInFolder(folder: string): FolderMedia {
  const paths: string[] = [];
  let found = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesIn(next, next === folder)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (mediumOfName(path) !== undefined) {
        found += 1;
        if (paths.length < itemsMost) paths.push(path);
      }
    }
  }
  return { paths: paths.sort(), leftOut: found - paths.length };
}

function entriesIn(folder: string, isTop: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isTop || errorCode(error) === undefined) throw error;
    return [];
  }
}
