import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { mediumOfName } from './shown-file.ts';

/** The newest media of a folder, and how many older ones were left out. */
export interface FolderMedia {
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
  const newest = createNewest(most);
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesIn(next, next === folder)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (mediumOfName(path) !== undefined) newest.add(path);
    }
  }
  return newest.end();
}

/** Keeps the newest of any number of files, in memory for twice as many. */
function createNewest(most: number): { add(path: string): void; end(): FolderMedia } {
  let kept: Medium[] = [];
  let found = 0;
  const leaveOldest = (): void => {
    kept = kept.sort((one, other) => other.writtenMs - one.writtenMs).slice(0, most);
  };
  return {
    add(path) {
      const writtenMs = writtenMsOf(path);
      if (writtenMs === undefined) return;
      found += 1;
      kept.push({ path, writtenMs });
      if (kept.length === 2 * most) leaveOldest();
    },
    end() {
      leaveOldest();
      return { paths: kept.map(({ path }) => path).sort(), leftOut: found - kept.length };
    },
  };
}

function writtenMsOf(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function entriesIn(folder: string, isTop: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isTop || errorCode(error) === undefined) throw error;
    return [];
  }
}
