import { closeSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { numberedPath } from '../../rules/file-name.ts';
import { onDisk } from './disk-error.ts';
import { removeAbandonedParts } from './part-name.ts';
import { type FileContent, holdsContent } from './same-file.ts';

/** Names tried before giving up. */
const suffixMost = 9999;

/** What file systems without hard links answer. */
const linkless = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR']);

/** Gives `existing` the name `name` too; throws EEXIST where it is taken. */
type MakeLink = (existing: string, name: string) => void;

export interface NameChoice {
  /** Replace what stands under the name. */
  overwrite: boolean;
  /** Other names under which the very file may stand already, as one whose record was never written does. */
  earlier?: readonly string[] | undefined;
  /** Whether a name may be this file's at all; every one may unless given. */
  mayBe?: ((path: string) => boolean) | undefined;
  link?: MakeLink | undefined;
}

/**
 * Gives a whole part its finished name and returns it. A name that is taken stays as it is: the file becomes `NAME-2`,
 * `NAME-3` and so on; with `overwrite` it takes the place of what was there. Where one of the names that are tried holds
 * the same bytes already it is that file: the part goes, and nothing is made twice. Throws MachineError.
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
  // Whoever put it there and was killed may have left its part, too.
  removeAbandonedParts(path);
  return path;
}

function moveExclusively(partPath: string, path: string, link: MakeLink): void {
  try {
    link(partPath, path);
  } catch (error) {
    if (!linkless.has(errorCode(error) ?? '')) throw error;
    // Without links the name is claimed by an empty file of ours, which the rename then replaces.
    closeSync(openSync(path, 'wx'));
    renameSync(partPath, path);
    return;
  }
  unlinkSync(partPath);
}

/** Makes the new name outlive a power cut. Windows has no such thing for folders, nor need a network home. */
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
