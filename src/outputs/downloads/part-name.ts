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
/** How long a look at a folder serves the files that go into it. Unit: ms. */
const listingServesMs = 60_000;

/** The parts that stood in a folder at one time. */
interface PartListing {
  /** Unit: ms since 1970. */
  listedMs: number;
  /** The names of the parts, by the name of their file. */
  byFile: ReadonlyMap<string, readonly string[]>;
}

/** The folder's newest listing, by the folder's path: 200 files into a folder of 50,000 must not read it 200 times. */
const listings = new Map<string, PartListing>();

/**
 * Removes the parts that dead processes of this machine left. Parts of `target` are removed at once, since it is fetched anew;
 * parts of other files in its folder a day after their last byte. The folder is read at most once a minute, so a part that was
 * left since then waits for the next look. Never throws: a leftover that can't be removed does no harm.
 *
 * @param nowMs milliseconds since 1970; without it parts of other files stay, and any earlier look at the folder serves.
 */
export function removeAbandonedParts(target: string, nowMs?: number): void {
  const folder = dirname(target);
  const known = listings.get(folder);
  const serves =
    known !== undefined && (nowMs === undefined || Math.abs(nowMs - known.listedMs) < listingServesMs);
  const { byFile, listedMs } = serves ? known : listParts(folder, nowMs);
  for (const part of byFile.get(basename(target)) ?? []) {
    if (isAbandoned(part)) discard(join(folder, part));
  }
  if (serves || nowMs === undefined) return;
  for (const part of [...byFile.values()].flat()) {
    const path = join(folder, part);
    if (isAbandoned(part) && isOlder(path, listedMs - otherPartsMs)) discard(path);
  }
}

function listParts(folder: string, nowMs = Number.NEGATIVE_INFINITY): PartListing {
  const byFile = new Map<string, string[]>();
  for (const entry of namesIn(folder)) {
    const [ending] = ownedName.exec(entry) ?? [];
    if (ending === undefined) continue;
    const file = entry.slice(0, -ending.length);
    byFile.set(file, [...(byFile.get(file) ?? []), entry]);
  }
  const listing = { listedMs: nowMs, byFile };
  listings.set(folder, listing);
  return listing;
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
