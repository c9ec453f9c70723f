import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { nodeCrypto } from './lazy-node.ts';

/** The content that identifies a file. */
export interface FileContent {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** How much is read at a time. Unit: bytes. */
const blockBytes = 1024 * 1024;

/** Tells whether a path is a regular file, not a link, with exactly this content. Also false where it can't be read. */
export function holdsContent(path: string, { bytes, sha256 }: FileContent): boolean {
  const entry = entryAt(path);
  if (entry === undefined || !entry.isFile() || entry.size !== bytes) return false;
  try {
    return hashOf(path, entry.ino) === sha256;
  } catch {
    return false;
  }
}

/**
 * The entry at a path, which may be a link that leads nowhere. Undefined where there is none, or where the path can't be
 * followed.
 */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A file in a folder's place, or links in a circle: the next write to this path reports it.
    return undefined;
  }
}

/**
 * Tells whether a new file may take a name: nothing has it, or a file or a link does. A pipe or a device is others' as well; root
 * could put a file in the place of `/dev/null`, or of the link `/dev/stdout`.
 */
export function isNameOfFile(path: string): boolean {
  const entry = entryAt(path);
  return dirname(path) !== '/dev' && (entry === undefined || entry.isFile() || entry.isSymbolicLink());
}

/** The size of the file that a path leads to; undefined where it can't be measured. Unit: bytes. */
export function sizeAt(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
}

/** Tells whether two absolute paths lead to one file, by links or other names, too. A file that is not there yet is known by its path. */
export function areOneFile(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const [first, second] = [one, other].map((path) =>
      statSync(path, { bigint: true, throwIfNoEntry: false }),
    );
    return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
  } catch {
    // A path that can't be followed is reported by its opener.
    return false;
  }
}

/** The SHA-256 of a file; undefined where the path now leads to another file than before. */
function hashOf(path: string, inode: number): string | undefined {
  const descriptor = openSync(path, 'r');
  try {
    if (fstatSync(descriptor).ino !== inode) return undefined;
    const hash = nodeCrypto().createHash('sha256');
    const block = Buffer.alloc(blockBytes);
    for (let count = -1; count !== 0; ) {
      count = readSync(descriptor, block, 0, blockBytes, null);
      hash.update(block.subarray(0, count));
    }
    return hash.digest('hex');
  } finally {
    closeSync(descriptor);
  }
}
