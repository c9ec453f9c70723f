import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { discard, writeTempBeside } from './temp-file.ts';

/** Why files can't be written into a folder: `path` is something else than a folder, or the system refuses to write there. */
export type FolderTrouble =
  | { kind: 'not-a-folder'; path: string }
  | { kind: 'refused'; path: string; code: string; error: unknown };

/** The size of a small picture: a disk without room for this has room for none. Unit: bytes. */
const triedBytes = 64 * 1024;

/**
 * Tries whether files can be written into a folder, by writing a hidden file of 64 KiB and removing it. Where the folder does
 * not exist yet, the nearest existing one above it is tried instead, and no folder is created. Undefined where nothing is in
 * the way.
 */
export function tryFolder(path: string): FolderTrouble | undefined {
  let at = path;
  try {
    for (; ; at = dirname(at)) {
      const found = standsAt(at);
      if (found === 'other') return { kind: 'not-a-folder', path: at };
      if (found === 'folder') break;
    }
    discard(writeTempBeside(`${at}/_`, Buffer.alloc(triedBytes), { mode: 0o600, durable: false }));
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { kind: 'refused', path: at, code, error };
  }
}

/** A link that leads nowhere is in the way as much as a file is. */
function standsAt(path: string): 'folder' | 'other' | 'nothing' {
  try {
    const there = statSync(path, { throwIfNoEntry: false }) ?? lstatSync(path, { throwIfNoEntry: false });
    if (there === undefined) return 'nothing';
    return there.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    // A part of the path before it is a file, which is found on the way up.
    if (errorCode(error) === 'ENOTDIR') return 'nothing';
    throw error;
  }
}
