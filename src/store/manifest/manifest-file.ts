import { createReadStream, type Stats } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { discard, uniquePathBeside } from '../../files/temp-file.ts';

/** A file that can be read several times. */
export interface ManifestFile {
  path: string;
  /** What to call it in a message. */
  name: string;
  close(): Promise<void>;
}

/** The file at a path; of a pipe, such as the shell's `<(…)`, a copy. Throws UsageError, and Node's errors for a full disk. */
export async function fileAt(path: string, spoolFolder: string): Promise<ManifestFile> {
  try {
    const stats = await statOf(path);
    if (!stats.isFile()) return await spooledFile(createReadStream(path), path, spoolFolder);
    return { path, name: path, close: () => Promise.resolve() };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Refuses a path where there is no file, before anything else is said of it. Throws UsageError. */
export async function assertThere(path: string): Promise<void> {
  try {
    await statOf(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function statOf(path: string): Promise<Stats> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return stats;
}

/**
 * A copy of what can be read once only, in a file that no other user can read. It has the name of a temporary file, so that
 * one that a killed process left is swept with those. Throws Node's errors for a full disk.
 */
export async function spooledFile(
  from: AsyncIterable<Uint8Array>,
  name: string,
  folder: string,
): Promise<ManifestFile> {
  ensurePrivateFolder(folder);
  const path = uniquePathBeside(join(folder, 'manifest'));
  const close = async (): Promise<void> => discard(path);
  try {
    // The file is opened before anything is read and closed when this ends: a stream may open it after it was given up.
    await writeFile(path, from, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    await close();
    throw error;
  }
  return { path, name, close };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'Reading it is not permitted.',
  EISDIR: 'It is a folder.',
  ENOTDIR: 'A part of its path is a file.',
};

/** The error for a file that can't be read; any other error is itself. */
export function unreadable(path: string, error: unknown): unknown {
  const why = reasons[errorCode(error) ?? ''];
  if (why === undefined) return error;
  return new UsageError({
    code: 'file_unreadable',
    message: `${path} can't be read`,
    why,
    hint: `ls -l ${path}`,
    cause: error,
  });
}
