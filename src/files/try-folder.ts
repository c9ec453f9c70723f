import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';
import { discard, writeTempBeside } from './temp-file.ts';

/** Why files can't go into a folder: something that is no folder stands at `path`, or the system refuses there. */
export type FolderTrouble =
  | { kind: 'not-a-folder'; path: string }
  | { kind: 'refused'; path: string; code: string; error: unknown };

/** As small as a picture gets: a disk without room for it has room for none. Unit: bytes. */
const triedBytes = 64 * 1024;

/**
 * Tries whether files can be written into a folder: a hidden one of 64 KiB is written, and taken away again. Where the folder
 * is still to be made, the nearest one above it that exists is tried in its place, and nothing is made. Undefined where
 * nothing is in the way.
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
