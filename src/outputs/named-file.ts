import { dirname } from 'node:path';
import { MachineError, UsageError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { systemTrouble } from '../errors/system-trouble.ts';
import { createDurably, writeFileAtomic } from '../files/atomic-write.ts';
import { runAtOnce } from '../files/durable-work.ts';
import { entryAt } from '../files/same-file.ts';
import { sweepTempFiles } from '../files/sweep-temp-files.ts';

/** A file whose name was typed. */
interface NamedFile {
  /** Absolute. */
  path: string;
  /** Its name in messages and codes, such as `page`. */
  what: string;
  /** The flag that names it, with a name that it takes. */
  flag: string;
  /** Why a file that stands there is not replaced without being asked to, where that is not plain. */
  keeps?: string;
}

/**
 * Writes a file whole or not at all, for this user alone. Throws UsageError where something stands there that may not be replaced, and
 * MachineError where the disk refuses. Returns whether something stood there.
 */
export function writeNamed(
  file: NamedFile,
  bytes: Uint8Array,
  { mayReplace, nowMs }: { mayReplace: () => boolean; nowMs: number },
): boolean {
  const { path } = file;
  try {
    sweepTempFiles(dirname(path), { nowMs, isPrivate: false });
    const isReplaced = entryAt(path) !== undefined;
    if (mayReplace()) writeFileAtomic(path, bytes);
    else if (!runAtOnce(createDurably(path, bytes))) throw taken(file);
    return isReplaced;
  } catch (error) {
    throw unwritable(file, error) ?? error;
  }
}

/** Throws UsageError where something stands in the place of a file, before the work that makes it. */
export function assertNotTaken(file: NamedFile): void {
  if (entryAt(file.path) !== undefined) throw taken(file);
}

/** The error for a name that another file has. */
export function taken({ flag, keeps = '', path, what }: NamedFile): UsageError {
  return new UsageError({
    code: `${what}_exists`,
    message: `the ${what} can't be ${path}`,
    why: `A file of that name is there already. ${keeps}It was not touched.`,
    hint: `${flag}, or --overwrite to replace it`,
  });
}

function unwritable({ flag, path, what }: NamedFile, cause: unknown): MachineError | undefined {
  const code = errorCode(cause);
  const trouble = code === undefined ? undefined : systemTrouble(code);
  if (trouble === undefined) return undefined;
  return new MachineError({
    code: `${what}_unwritable`,
    message: `the ${what} can't be written to ${path}`,
    why: `${trouble.why} (${code}); no ${what} was written, and the files are as they were`,
    hint: `${code === 'ENOENT' ? 'make that folder (mkdir -p)' : trouble.mend}, or ${flag} in another one`,
    cause,
  });
}
