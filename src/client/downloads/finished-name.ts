import { closeSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { numberedPath } from '../../rules/file-name.ts';
import { onDisk } from './disk-error.ts';
import { removeAbandonedParts } from './part-name.ts';
import { type FileContent, holdsContent } from './same-file.ts';

/** How many numbered names are tried. */
const suffixMost = 9999;

/** Error codes of file systems without hard links. */
const linkless = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR']);

/** Gives an existing file a second name and throws EEXIST where the name is taken. */
type MakeLink = (existing: string, name: string) => void;

export interface NameChoice {
  /** Replaces a file that has the name. */
  overwrite: boolean;
  /** Other paths where the same file may stand, because a run may end before it records the path. */
  earlier?: readonly string[] | undefined;
  /** Whether the file may have a given path. Every path may unless given. */
  mayBe?: ((path: string) => boolean) | undefined;
  link?: MakeLink | undefined;
}

/**
 * Gives a complete part its final name and returns that. A file that has the name already is left alone: the new one becomes
 * `NAME-2`, `NAME-3` and so on, or replaces it with `overwrite`. Where a tried path holds the same bytes already, the part is
 * removed and that path is returned. Throws MachineError.
 */
export function giveFinishedName(
  part: { path: string } & FileContent,
  target: string,
  choice: NameChoice,
): string {
  return onDisk(target, () => {
    const path = choice.overwrite ? replace(part.path, target) : takeFreeName(part, target, choice);
    fsyncFolder(dirname(path));
    return path;
  });
}

function replace(partPath: string, target: string): string {
  renameSync(partPath, target);
  return target;
}

function takeFreeName(
  part: { path: string } & FileContent,
  target: string,
  { earlier = [], mayBe = () => true, link = linkSync }: NameChoice,
): string {
  const standsAt = (path: string): boolean => mayBe(path) && holdsContent(path, part);
  const standing = earlier.find(standsAt);
  if (standing !== undefined) return leaveAt(standing, part.path);
  for (let number = 1; number <= suffixMost; number += 1) {
    const path = numberedPath(target, number);
    if (!mayBe(path)) continue;
    try {
      moveExclusively(part.path, path, link);
      return path;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (holdsContent(path, part)) return leaveAt(path, part.path);
    }
  }
  throw Object.assign(new Error(`${suffixMost} names are taken`), { code: 'EEXIST' });
}

function leaveAt(path: string, partPath: string): string {
  unlinkSync(partPath);
  // A process that was killed after it gave the file this name may have left its part, too.
  removeAbandonedParts(path);
  return path;
}

function moveExclusively(partPath: string, path: string, link: MakeLink): void {
  try {
    link(partPath, path);
  } catch (error) {
    if (!linkless.has(errorCode(error) ?? '')) throw error;
    // Without hard links an empty file claims the name first; the rename then replaces only that file.
    closeSync(openSync(path, 'wx'));
    renameSync(partPath, path);
    return;
  }
  unlinkSync(partPath);
}

/**
 * Makes a new name survive a power cut. Windows can't flush a folder and network disks need not, so their errors are ignored.
 */
function fsyncFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP', 'EBADF'].includes(errorCode(error) ?? ''))
      throw error;
  }
}
