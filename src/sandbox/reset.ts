import { type Dirent, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { isRecordName } from '../files/record-name.ts';
import { stateFolder, stateFolders } from './state/json-records.ts';

/** The outcome of a reset. */
export interface ResetOutcome {
  /** The number of jobs that were forgotten. */
  jobs: number;
  /** Paths under the sandbox's folder that it did not make itself, and that were left alone. */
  leftAlone: string[];
}

/**
 * Forgets every job, balance and file. It removes only plain files in the sandbox's own folders. Folders and links in them, and
 * anything beside them, stay.
 *
 * @throws the native error, with its `code` (EACCES, EROFS).
 */
export function resetSandbox(folder: string): ResetOutcome {
  const outcome: ResetOutcome = { jobs: 0, leftAlone: [] };
  for (const name of stateFolders) {
    const path = stateFolder(folder, name);
    for (const entry of entriesOf(path)) {
      const entryPath = join(path, entry.name);
      if (!entry.isFile()) outcome.leftAlone.push(entryPath);
      else if (remove(() => unlinkSync(entryPath)) && name === 'jobs' && isRecordName(entry.name))
        outcome.jobs += 1;
    }
    remove(() => rmdirSync(path));
  }
  outcome.leftAlone.push(
    ...entriesOf(folder)
      .map(({ name }) => join(folder, name))
      .filter((path) => !stateFolders.some((name) => stateFolder(folder, name) === path)),
  );
  return outcome;
}

/** The entries of a folder; none where it is missing or a link, which is not followed. */
function entriesOf(path: string): Dirent[] {
  try {
    if (!lstatSync(path).isDirectory()) return [];
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Tells whether `work` removed something. It is no error if that was gone already, or was a folder that is not empty. */
function remove(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
