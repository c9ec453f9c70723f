import { closeSync, fstatSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { errorCode } from '../../errors/error-code.ts';
import { setFileAside, type Warn } from '../../files/set-aside.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import type { AccountChange } from './account-now.ts';

/** How far into a log a process has read. */
export interface ReadSoFar {
  path: string;
  /** The file that was read; undefined before. */
  inode: number | undefined;
  /** Unit: bytes. */
  offset: number;
  lines: number;
}

export function unread(path: string): ReadSoFar {
  return { path, inode: undefined, offset: 0, lines: 0 };
}

/**
 * The changes that a log has beyond `read`, which moves on to its end. What a process left that died in the middle of a line is not
 * read; {@link appendChanges} writes over it. A log that makes no sense is set aside with a warning: then it is undefined.
 */
export function newChanges(read: ReadSoFar, warn: Warn): AccountChange[] | undefined {
  const text = newText(read);
  const whole = text.subarray(0, text.lastIndexOf(0x0a) + 1);
  const changes: AccountChange[] = [];
  for (const line of whole.toString().split('\n').slice(0, -1)) {
    const change = changeOf(line);
    if (change === undefined) {
      warn(`the sandbox's ${setFileAside(read.path, 'a line of it is no change of an account').message}`);
      return undefined;
    }
    changes.push(change);
  }
  read.offset += whole.length;
  read.lines += changes.length;
  return changes;
}

/** Appends changes behind what was read, which is all that there is while the account is locked. */
export function appendChanges(read: ReadSoFar, changes: readonly AccountChange[]): void {
  const bytes = Buffer.from(changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
  const descriptor = openSync(read.path, 'a', 0o600);
  try {
    const { ino, size } = fstatSync(descriptor);
    if (size > read.offset) ftruncateSync(descriptor, read.offset);
    writeSync(descriptor, bytes);
    read.inode = ino;
  } finally {
    closeSync(descriptor);
  }
  read.offset += bytes.length;
  read.lines += changes.length;
}

/** Tells whether the log is not the one that was read, as after a reset. */
export function isAnotherLog({ inode, offset, path }: ReadSoFar): boolean {
  if (inode === undefined) return false;
  try {
    const { ino, size } = statSync(path);
    return ino !== inode || size < offset;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

function newText(read: ReadSoFar): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(read.path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
  try {
    const { ino, size } = fstatSync(descriptor);
    read.inode = ino;
    const text = Buffer.alloc(Math.max(size - read.offset, 0));
    return text.subarray(0, text.length === 0 ? 0 : readSync(descriptor, text, 0, text.length, read.offset));
  } finally {
    closeSync(descriptor);
  }
}

function changeOf(line: string): AccountChange | undefined {
  const change = objectOf(tryReadJson(line)) ?? {};
  const { attempted, chargedMicrousd, closed, endsAtMs, holdMicrousd, opened } = change;
  const isOpening =
    typeof opened === 'string' && Number.isSafeInteger(holdMicrousd) && Number.isFinite(endsAtMs);
  const isClosing = typeof closed === 'string' && Number.isSafeInteger(chargedMicrousd);
  return isOpening || isClosing || typeof attempted === 'string' ? (change as AccountChange) : undefined;
}
