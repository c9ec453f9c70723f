import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sweepTempFiles } from '../files/sweep-temp-files.ts';
import { homePlaces } from './home.ts';

/**
 * Removes from the home folder what processes of this machine left half written when they were killed, and returns how many
 * files that were. It lists every record, so it is for the rare commands that tidy or look after the home. Never throws.
 */
export function sweepHome(home: string, nowMs: number): number {
  const { ledger, cache, sandbox } = homePlaces(home);
  const folders = [ledger, cache, sandbox, join(home, 'compositions')].flatMap(foldersFrom);
  return [home, ...folders].reduce(
    (count, folder) => count + sweepTempFiles(folder, { nowMs, isPrivate: true }),
    0,
  );
}

/** A folder and all in it, links to folders left aside. */
function foldersFrom(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((entry) => entry.isDirectory());
    return [folder, ...inner.flatMap(({ name }) => foldersFrom(join(folder, name)))];
  } catch {
    return [];
  }
}
