import { type Dirent, lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { isRecordName } from '../files/record-folder.ts';
import type { Deployment } from './deployment.ts';
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

/**
 * Forgets the jobs, the balance, the files and the counted requests of one account, while no other process submits for it.
 *
 * @returns the number of jobs that were forgotten.
 */
export function resetAccount(deployment: Deployment, accountId: string): Promise<number> {
  const { accounts, folder, jobs, limits } = deployment;
  const files = (name: (typeof stateFolders)[number]) =>
    entriesOf(stateFolder(folder, name)).map((entry) => ({
      name: entry.name,
      path: join(stateFolder(folder, name), entry.name),
    }));
  return accounts.locked(accountId, () => {
    const ofAccount = files('accounts').filter(({ name }) => name === accountId);
    // An account has a record before its first job. Without one no job need be read.
    const own = new Set(
      (ofAccount.length === 0 ? [] : files('jobs')).flatMap(({ name }) =>
        jobs.read(name)?.accountId === accountId ? [name] : [],
      ),
    );
    const isOwn = (name: string): boolean => own.has(name) || own.has(name.slice(0, name.lastIndexOf('-')));
    const ofJobs = (['media', 'callbacks', 'endings', 'jobs'] as const)
      .flatMap(files)
      .filter(({ name }) => isOwn(name));
    for (const { path } of [...ofJobs, ...ofAccount]) rmSync(path, { force: true });
    limits.forget(accountId);
    return own.size;
  });
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
