import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { nodeOs } from './lazy-node.ts';

/** Errors of file systems that can't flush a folder, and of a folder that may be written but not read. */
const unflushable = new Set([
  ...['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EBADF'],
]);
/** Errors of file systems that keep no permission bits, or are read-only. */
const modeless = new Set(['EPERM', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS']);

/**
 * Makes the names in a folder durable: what was created, renamed or removed in it stays so after a power cut.
 * Windows has no such call, nor have some network file systems: there this does nothing, and a name may be lost
 * in a power cut although the bytes are not.
 *
 * @throws the native error, with its `code`, where the folder is missing or the disk fails.
 */
export function fsyncFolder(path: string): void {
  if (process.platform === 'win32') return;
  try {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!isUnflushable(error)) throw error;
  }
}

/** Tells whether an error means that the names of a folder can't be flushed there, and so need not be. */
export function isUnflushable(error: unknown): boolean {
  return unflushable.has(errorCode(error) ?? '');
}

/**
 * Makes sure that a folder exists and that no other user may look into it. It is created with 0700, and so are its missing
 * parents. An existing folder of this user loses the rights of group and others; its owner's rights stay as they are.
 *
 * @throws the native error, with its `code`: EEXIST or ENOTDIR where a file is in the way, EACCES, EROFS, ENOSPC.
 */
export function ensurePrivateFolder(path: string): void {
  const folder = resolve(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    const firstCreated = makeFolders(folder, { mode: 0o700 });
    if (firstCreated !== undefined) flushCreated(folder, firstCreated);
    return;
  }
  const { mode, uid } = found;
  if ((mode & 0o077) === 0 || uid !== process.getuid?.()) return;
  try {
    chmodSync(folder, mode & 0o700);
  } catch (error) {
    if (!modeless.has(errorCode(error) ?? '')) throw error;
  }
}

/**
 * Tells whether a folder is there, and is this user's. Unless others may write, it is also one in which nobody else can have put
 * a file since it got its rights. Windows has no such rights: there every folder counts.
 */
export function isOwnFolder(path: string, { othersMayWrite = false } = {}): boolean {
  const found = statOf(path);
  return found?.isDirectory() === true && isOwn(found, othersMayWrite);
}

/** Tells whether a file or a folder is this user's, and nobody else may write to it. Windows has no such rights. */
export function isOwn({ mode, uid }: Stats, othersMayWrite = false): boolean {
  const user = process.getuid?.();
  return user === undefined || (uid === user && (othersMayWrite || (mode & 0o022) === 0));
}

/** Undefined where nothing is there, or nobody may look. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A new folder is only as durable as its name in its parent, so every level that was created is flushed. */
function flushCreated(folder: string, firstCreated: string): void {
  for (let created = folder; ; created = dirname(created)) {
    fsyncFolder(dirname(created));
    if (created === firstCreated || created === dirname(created)) return;
  }
}

/** The names of a folder's entries; none where it can't be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Creates a folder and its missing parents. Returns the topmost that was created; undefined where the folder was there already.
 * Node's own recursive mkdir never returns where a file system refuses a new folder with ENOENT, as /proc does.
 *
 * @throws the native error, with its `code`: EEXIST where a file is in the place, ENOTDIR where one is above it, EACCES, EROFS, ENOSPC, ENOENT.
 */
export function makeFolders(path: string, options: { mode?: number } = {}): string | undefined {
  if (isFolder(path)) return undefined;
  const parent = dirname(path);
  const firstCreated = parent === path ? undefined : makeFolders(parent, options);
  try {
    mkdirSync(path, options);
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(path)) throw error;
  }
  return firstCreated ?? path;
}

/** Throws ENOTDIR for a path below a file. `throwIfNoEntry: false` is no substitute: it throws so in Node 20 but not in Node 24. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * The user's own folder: what `HOME` says, or else the system. Undefined where neither names a whole path: a container may run as a
 * user that the system has no entry of.
 */
export function userFolder(home: string | undefined): string | undefined {
  const folder = home || systemFolder();
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

function systemFolder(): string | undefined {
  try {
    return nodeOs().homedir();
  } catch {
    return undefined;
  }
}
