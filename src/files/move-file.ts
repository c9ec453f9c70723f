import { existsSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkExclusively } from './exclusive-claim.ts';
import { fsyncFolder } from './folder.ts';

/**
 * Gives a file another name, in another folder of the same file system, and never replaces what has that name: with `exists`
 * both stay. A crash midway leaves the file under both names, and moving it again finishes the job. A file that is rewritten
 * during the move stays too. Durable on return. Without hard links the look at the new name and the rename are two steps.
 *
 * @throws the native error, with its `code`; ENOENT where the file is gone.
 */
export function moveFile(from: string, to: string): 'moved' | 'exists' {
  if (linkExclusively(from, to) === 'linkless') {
    if (existsSync(to)) return 'exists';
    renameSync(from, to);
    fsyncFolder(dirname(to));
  } else {
    // The new name is safe before the old one goes.
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
