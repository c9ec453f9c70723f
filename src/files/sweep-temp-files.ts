import { join } from 'node:path';
import { namesIn } from './folder.ts';
import { isOwnerGone } from './owner-mark.ts';
import { entryAt } from './same-file.ts';
import { discard, markOfTempFile } from './temp-file.ts';

const hourMs = 60 * 60 * 1000;
/**
 * A temporary file lives for milliseconds. One of a process that is gone is left alone for an hour all the same: processes
 * in containers with one host name and one folder don't see each other.
 */
const usualMarginMs = hourMs;
/** A file whose name carries no owner mark is left alone for longer. */
const unmarkedMarginMs = 24 * hourMs;

/** The package conf leaves this beside a settings file that it was replacing. */
const nameOfConf = /^config\.json\.tmp-\d{10}[0-9a-f]{6}$/;

export interface SweepOptions {
  /** Milliseconds since 1970. */
  nowMs: number;
  /** True if the folder holds nothing but files of genctl, so that names without a mark are surely its own. */
  isPrivate: boolean;
  /** How long the files of a process that is gone stay; an hour unless given. Unit: ms. */
  marginMs?: number;
}

/**
 * Removes the temporary files that killed processes of this machine left in a folder; it leaves subfolders alone, and the files
 * of other machines on a shared folder. Returns the number of files removed. It never throws: a leftover that can't be removed
 * does no harm.
 */
export function sweepTempFiles(
  folder: string,
  { nowMs, isPrivate, marginMs = usualMarginMs }: SweepOptions,
): number {
  return namesIn(folder).filter((name) => {
    const marginOfName = marginFor(name, isPrivate, marginMs);
    if (marginOfName === undefined) return false;
    const path = join(folder, name);
    const entry = entryAt(path);
    if (entry === undefined || entry.isDirectory() || nowMs - entry.mtimeMs < marginOfName) return false;
    discard(path);
    return entryAt(path) === undefined;
  }).length;
}

/** How old a file must be to be removed; undefined for one that stays. Unit: ms. */
function marginFor(name: string, isPrivate: boolean, marginMs: number): number | undefined {
  const mark = markOfTempFile(name);
  if (mark !== undefined) return isOwnerGone(mark) ? marginMs : undefined;
  return isPrivate && nameOfConf.test(name) ? unmarkedMarginMs : undefined;
}
