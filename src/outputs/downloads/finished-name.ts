import { renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { moveExclusively } from '../../files/atomic-write.ts';
import { flushed } from '../../files/durable-work.ts';
import type { MakeLink } from '../../files/exclusive-claim.ts';
import { numberedPath } from '../../files/name-template.ts';
import { runTogether } from '../../files/run-together.ts';
import { type FileContent, holdsContent } from '../../files/same-file.ts';
import { onDisk, onDiskSoon } from './disk-error.ts';
import { removeAbandonedParts } from './part-name.ts';

/** How many numbered names are tried. */
const suffixMost = 9999;

export interface NameChoice {
  /** Replaces a file that has the name. */
  overwrite: boolean;
  /** Other paths where the same file may stand, because a run may end before it records the path. */
  earlier?: readonly string[] | undefined;
  /** Tells whether the file may have a given path. Every path may unless given. */
  mayBe?: ((path: string) => boolean) | undefined;
  link?: MakeLink | undefined;
}

/**
 * Gives a complete part its final name and returns that. A file that has the name already is left alone: the new one becomes
 * `NAME-2`, `NAME-3` and so on, or replaces it with `overwrite`. Where a tried path holds the same bytes already, the part is
 * removed and that path is returned. The name is durable then. Rejects with MachineError.
 */
export async function giveFinishedName(
  part: { path: string } & FileContent,
  target: string,
  choice: NameChoice,
): Promise<string> {
  const path = onDisk(target, () =>
    choice.overwrite ? replace(part.path, target) : takeFreeName(part, target, choice),
  );
  await onDiskSoon(target, () => runTogether(flushed({ namesIn: dirname(path) })));
  return path;
}

function replace(partPath: string, target: string): string {
  renameSync(partPath, target);
  return target;
}

function takeFreeName(
  part: { path: string } & FileContent,
  target: string,
  { earlier = [], mayBe = () => true, link }: NameChoice,
): string {
  const standsAt = (path: string): boolean => mayBe(path) && holdsContent(path, part);
  const standing = earlier.find(standsAt);
  if (standing !== undefined) return leaveAt(standing, part.path);
  for (let number = 1; number <= suffixMost; number += 1) {
    const path = numberedPath(target, number);
    if (!mayBe(path)) continue;
    if (moveExclusively(part.path, path, link)) return path;
    if (holdsContent(path, part)) return leaveAt(path, part.path);
  }
  throw Object.assign(new Error(`${suffixMost} names are taken`), { code: 'EEXIST' });
}

function leaveAt(path: string, partPath: string): string {
  unlinkSync(partPath);
  // A process that was killed after it gave the file this name may have left its part, too.
  removeAbandonedParts(path);
  return path;
}
