import { existsSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkExclusively } from './exclusive-claim.ts';
import { fsyncFolder } from './folder.ts';

/**
 * Moves a file to another folder of the same file system. It never replaces a file that has the new name: then both stay, and
 * it returns `exists`. The same happens where another process rewrites the file during the move. A crash midway leaves the file
 * under both names, and moving it again finishes the job. Durable on return. Without hard links, checking the new name and
 * renaming are two steps, so a file created in between is replaced.
 *
 * @throws the native error, with its `code`; ENOENT where the file is gone.
 */
export function moveFile(from: string, to: string): 'moved' | 'exists' {
  if (linkExclusively(from, to) === 'linkless') {
    if (existsSync(to)) return 'exists';
    renameSync(from, to);
    fsyncFolder(dirname(to));
  } else {
    // The new name must be durable before the old one is removed.
    fsyncFolder(dirname(to));
    if (!isSameFile(from, to)) return 'exists';
    unlinkSync(from);
  }
  fsyncFolder(dirname(from));
  return 'moved';
}

function isSameFile(one: string, other: string): boolean {
  const first = statSync(one, { bigint: true });
  const second = statSync(other, { bigint: true });
  return first.ino === second.ino && first.dev === second.dev;
}
