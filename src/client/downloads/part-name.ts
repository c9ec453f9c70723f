import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';

/** A part's name tells its owner: the machine, the process id, and when the process began, because systems reuse ids. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const begunAt = Math.round(performance.timeOrigin).toString(36);
const ownedName = /\.([1-9]\d{0,9})-([0-9a-f]{6})-([0-9a-z]+)(?:\.\d+)?\.part$/;

/** The path of this process's part of a file. `number` counts from 1 where it has several at the same time. */
export function partPath(target: string, number: number): string {
  return `${target}.${process.pid}-${machine}-${begunAt}${number === 1 ? '' : `.${number}`}.part`;
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
    const [mark, pid, on, since] = ownedName.exec(entry) ?? [];
    if (mark === undefined || pid === undefined || on !== machine || !isGone(Number(pid), since)) continue;
    const path = join(folder, entry);
    const isOfTarget = entry.slice(0, entry.length - mark.length) === name;
    if (isOfTarget || isOlder(path, nowMs - otherPartsMs)) remove(path);
  }
}

function isOlder(path: string, thanMs: number): boolean {
  try {
    const entry = lstatSync(path);
    return entry.isFile() && entry.mtimeMs < thanMs;
  } catch {
    return false;
  }
}

function isGone(pid: number, since: string | undefined): boolean {
  // In containers every run may have the same pid, so one's own pid may be a dead predecessor's.
  if (pid === process.pid) return since !== begunAt;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}
