import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** What a file must hold to be the one that is looked for. */
export interface FileContent {
  /** Length. */
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** Read at a time. Unit: bytes. */
const blockBytes = 1024 * 1024;

/** Whether a path is a file, and no link to one, with just this content. False as well where it can't be read. */
export function holdsContent(path: string, { bytes, sha256 }: FileContent): boolean {
  const entry = entryAt(path);
  if (entry === undefined || !entry.isFile() || entry.size !== bytes) return false;
  try {
    return hashOf(path, entry.ino) === sha256;
  } catch {
    return false;
  }
}

/** What has a name, be it a link that leads nowhere. Undefined where nothing has, or the path can't be gone. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A file in a folder's place, links in a circle: whoever writes there next is told.
    return undefined;
  }
}

/** The length of what a path leads to; undefined where nothing is there to be measured. Unit: bytes. */
export function sizeAt(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
}

/** Undefined where the path has become another file since it was looked at. */
function hashOf(path: string, inode: number): string | undefined {
  const descriptor = openSync(path, 'r');
  try {
    if (fstatSync(descriptor).ino !== inode) return undefined;
    const hash = createHash('sha256');
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
