import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sweepTempFiles } from '../files/sweep-temp-files.ts';
import { homePlaces } from './home.ts';

/**
 * Removes the half-written files that killed processes of this machine left in the home folder, and returns how many. It lists
 * every record, so only the rare commands that tidy or examine the home call it. Never throws.
 */
export function sweepHome(home: string, nowMs: number): number {
  const { ledger, cache, sandbox } = homePlaces(home);
  const folders = [ledger, cache, sandbox, join(home, 'compositions')].flatMap(foldersFrom);
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
