import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../files/folder.ts';
import { isOwnerGone, ownMark } from '../../files/owner-mark.ts';
import { entryAt } from '../../files/same-file.ts';
import { sweepTempFiles } from '../../files/sweep-temp-files.ts';
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
/** How long a look at a folder serves the files that go into it. Unit: ms. */
const lookServesMs = 60_000;

/** The newest look at each folder: 200 files into a folder of 50,000 must not read it 200 times. Unit of time: ms since 1970. */
const looks = new Map<string, { atMs: number; parts: readonly string[] }>();

/**
 * Removes the parts that dead processes of this machine left. Parts of `target` are removed at once, since it is fetched anew;
 * parts of other files in its folder a day after their last byte. What is half-written of sidecars there goes with them. The folder is read
 * at most once a minute, so a part that was left since then waits for the next look. Never throws: a leftover that can't be removed does no
 * harm.
 *
 * @param nowMs milliseconds since 1970; without it parts of other files stay, and any earlier look at the folder serves.
 */
export function removeAbandonedParts(target: string, nowMs?: number): void {
  const folder = dirname(target);
  const known = looks.get(folder);
  const serves = known !== undefined && (nowMs === undefined || Math.abs(nowMs - known.atMs) < lookServesMs);
  const atMs = nowMs ?? Number.NEGATIVE_INFINITY;
  const look = serves ? known : { atMs, parts: namesIn(folder).filter((name) => ownedName.test(name)) };
  looks.set(folder, look);
  for (const part of look.parts) {
    const path = join(folder, part);
    const isOfTarget = part.replace(ownedName, '') === basename(target);
    if ((isOfTarget || (!serves && isOlder(path, atMs - otherPartsMs))) && isAbandoned(part)) discard(path);
  }
  if (!serves && nowMs !== undefined) sweepTempFiles(folder, { nowMs, isPrivate: false });
}

/** Tells whether the process that a part belongs to is gone. */
function isAbandoned(part: string): boolean {
  const [, pid, machine = '', begun = ''] = ownedName.exec(part) ?? [];
  return pid !== undefined && isOwnerGone({ pid: Number(pid), machine, begun: Number.parseInt(begun, 36) });
}

function isOlder(path: string, thanMs: number): boolean {
  const entry = entryAt(path);
  return entry?.isFile() === true && entry.mtimeMs < thanMs;
}
