import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storeFailure } from '../errors/system-trouble.ts';
import { linkExclusively } from '../files/exclusive-claim.ts';
import { sweepTempFiles } from '../files/sweep-temp-files.ts';
import { discard, uniquePathBeside, writeTempBeside } from '../files/temp-file.ts';
import { homePlaces } from './home.ts';

/** The state of the home folder. */
export type HomeHealth =
  /** The folder is created when something is first kept. */
  | { kind: 'missing' }
  | {
      kind: 'there';
      /** Permission bits of group and others; 0 where nobody else has access, and on Windows. */
      othersMode: number;
      /** True if hard links work there; exclusive claims rest on them. */
      hardLinks: boolean;
    };

/**
 * Checks the home folder by writing a file there and removing it.
 *
 * @throws MachineError where it can't be written, or created.
 */
export function inspectHome(home: string): HomeHealth {
  try {
    if (!existsSync(home)) {
      // The dot makes a file fail with ENOTDIR, and so tells it from a folder without access.
      accessSync(`${nearestFolder(home)}/.`, constants.W_OK | constants.X_OK);
      return { kind: 'missing' };
    }
    const hardLinks = tryLink(home);
    const othersMode = process.platform === 'win32' ? 0 : statSync(home).mode & 0o077;
    return { kind: 'there', othersMode, hardLinks };
  } catch (error) {
    throw storeFailure("the home folder can't be used", home, error);
  }
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent);
}

function tryLink(home: string): boolean {
  const file = writeTempBeside(join(home, 'probe'), Buffer.from('probe'), { mode: 0o600, durable: true });
  const link = uniquePathBeside(file);
  try {
    return linkExclusively(file, link) === 'claimed';
  } finally {
    discard(link);
    discard(file);
  }
}

/**
 * Removes the half-written files that killed processes of this machine left in the home folder, and returns how many. It lists
 * every record, so only the rare commands that tidy or examine the home call it. Never throws.
 */
export function sweepHome(home: string, nowMs: number): number {
  const { cache, ledger, sandbox, spool, stores } = homePlaces(home);
  const compositions = join(home, 'compositions');
  const folders = [ledger, cache, sandbox, spool, stores, compositions].flatMap(foldersFrom);
  return [home, ...folders].reduce(
    (count, folder) => count + sweepTempFiles(folder, { nowMs, isPrivate: true }),
    0,
  );
}

/** A folder and all folders below it; links are not followed. */
function foldersFrom(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((entry) => entry.isDirectory());
    return [folder, ...inner.flatMap(({ name }) => foldersFrom(join(folder, name)))];
  } catch {
    return [];
  }
}
