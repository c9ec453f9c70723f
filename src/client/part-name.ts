import { createHash } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './disk-error.ts';

/** Another process, another machine and another life of a process number have other names. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const begunAt = Math.round(performance.timeOrigin).toString(36);
const ownedName = /^\.([1-9]\d{0,9})-([0-9a-f]{6})-([0-9a-z]+)(?:\.\d+)?\.part$/;

/** The name of this process's part of a file; `number` counts from 1 those that it has at the same time. */
export function partPath(target: string, number: number): string {
  return `${target}.${process.pid}-${machine}-${begunAt}${number === 1 ? '' : `.${number}`}.part`;
}

/**
 * Removes the parts of a file whose processes on this machine are gone: killed, or ended with a download that was not
 * whole. Never throws: what can't be removed is in nobody's way.
 */
export function removeAbandonedParts(target: string): void {
  const folder = dirname(target);
  const name = basename(target);
  for (const entry of namesIn(folder)) {
    if (!entry.startsWith(name)) continue;
    const [, pid, on, since] = ownedName.exec(entry.slice(name.length)) ?? [];
    if (pid !== undefined && on === machine && isGone(Number(pid), since)) remove(join(folder, entry));
  }
}

function isGone(pid: number, since: string | undefined): boolean {
  // In containers every run may have the same pid, so one's own may be a dead predecessor's.
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
