import { closeSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { errorCode, onDisk } from './disk-error.ts';

/** Names tried before giving up. */
const suffixMost = 9999;

/** What file systems without hard links answer. */
const linkless = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR']);

/** Gives `existing` the name `name` too; throws EEXIST where it is taken. */
export type MakeLink = (existing: string, name: string) => void;

/**
 * Gives a whole part its finished name and returns it. A name that is taken stays as it is: the file becomes `NAME-2`,
 * `NAME-3` and so on; with `overwrite` it takes the place of what was there. Throws MachineError.
 */
export function giveFinishedName(
  partPath: string,
  target: string,
  { overwrite, link = linkSync }: { overwrite: boolean; link?: MakeLink },
): string {
  return onDisk(target, () => {
    const path = overwrite ? replace(partPath, target) : takeFreeName(partPath, target, link);
    fsyncFolder(dirname(path));
    return path;
  });
}

function replace(partPath: string, target: string): string {
  renameSync(partPath, target);
  return target;
}

function takeFreeName(partPath: string, target: string, link: MakeLink): string {
  const { dir, name, ext } = parse(target);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? target : join(dir, `${name}-${number}${ext}`);
    try {
      moveExclusively(partPath, path, link);
      return path;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || number === suffixMost) throw error;
    }
  }
}

function moveExclusively(partPath: string, path: string, link: MakeLink): void {
  try {
    link(partPath, path);
  } catch (error) {
    if (!linkless.has(errorCode(error))) throw error;
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
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP', 'EBADF'].includes(errorCode(error))) throw error;
  }
}
