import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../files/folder.ts';
import { isOwnerGone, ownMark } from '../../files/owner-mark.ts';
import { entryAt } from '../../files/same-file.ts';
import { discard } from '../../files/temp-file.ts';

/** A part's name tells its owner: the process id, the machine, and when the process began, to the base of 36. */
const ownedName = /\.([1-9]\d{0,9})-([0-9a-f]{6})-([0-9a-z]+)(?:\.\d+)?\.part$/;

/** The path of this process's part of a file. `number` counts from 1 where it has several at the same time. */
export function partPath(target: string, number: number): string {
  const { pid, machine, begun } = ownMark();
  return `${target}.${pid}-${machine}-${begun.toString(36)}${number === 1 ? '' : `.${number}`}.part`;
}

/** How long abandoned parts of other files are kept for a person to look at. Unit: ms. */
const otherPartsMs = 24 * 60 * 60 * 1000;

/**
 * Removes the parts that dead processes of this machine left. Parts of `target` are removed at once, since it is fetched anew;
 * parts of other files in its folder a day after their last byte. Never throws: a leftover that can't be removed does no harm.
 *
 * @param nowMs milliseconds since 1970; without it parts of other files stay.
 */
export function removeAbandonedParts(target: string, nowMs = Number.NEGATIVE_INFINITY): void {
  const folder = dirname(target);
  const name = basename(target);
  for (const entry of namesIn(folder)) {
    const [ending, pid, machine = '', begun = ''] = ownedName.exec(entry) ?? [];
    if (ending === undefined) continue;
    if (!isOwnerGone({ pid: Number(pid), machine, begun: Number.parseInt(begun, 36) })) continue;
    const path = join(folder, entry);
    const isOfTarget = entry === `${name}${ending}`;
    if (isOfTarget || isOlder(path, nowMs - otherPartsMs)) discard(path);
  }
}

function isOlder(path: string, thanMs: number): boolean {
  const entry = entryAt(path);
  return entry?.isFile() === true && entry.mtimeMs < thanMs;
}
