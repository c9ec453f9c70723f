import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { type DurableWork, runAtOnce } from './durable-work.ts';
import { nodeCrypto } from './lazy-node.ts';
import { type OwnerMark, ownMark } from './owner-mark.ts';

const nameShape = /^\.([1-9]\d{0,9})-([0-9a-f]{6})([0-9a-f]{12})[0-9a-f]{12}\.tmp$/;

/** The part by which paths of this process differ from those of another with its mark: asked of the system once, as that takes time. */
let chance: string | undefined;
/** How many paths this process has made. */
let made = 0;

/**
 * A path beside `path` that nobody else uses: hidden, and short whatever the target's name is. Its digits name its owner, so
 * that the leftovers of a killed process can be told from a file that is being written.
 */
export function uniquePathBeside(path: string): string {
  discardAgain();
  const { pid, machine, begun } = ownMark();
  chance ??= nodeCrypto().randomBytes(3).toString('hex');
  made = (made + 1) % 2 ** 24;
  const name = `${begun.toString(16).padStart(12, '0')}${chance}${made.toString(16).padStart(6, '0')}`;
  return join(dirname(path), `.${pid}-${machine}${name}.tmp`);
}

/** The process that made a temporary file; undefined for any other name. */
export function markOfTempFile(name: string): OwnerMark | undefined {
  const [, pid, machine, begun] = nameShape.exec(name) ?? [];
  if (pid === undefined || machine === undefined || begun === undefined) return undefined;
  return { pid: Number(pid), machine, begun: Number.parseInt(begun, 16) };
}

export interface TempFileOptions {
  /** Permission bits, before the umask. */
  mode: number;
  /** False skips the flush, for files that need not outlive a power cut. */
  durable: boolean;
}

/**
 * Writes all `bytes` to a new hidden file in the folder of `path` and returns its path. It leaves nothing behind when it fails.
 *
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …).
 */
export function writeTempBeside(path: string, bytes: Uint8Array, options: TempFileOptions): string {
  return runAtOnce(tempSteps(path, bytes, options));
}

/** {@link writeTempBeside} as steps. */
export function* tempSteps(path: string, bytes: Uint8Array, options: TempFileOptions): DurableWork<string> {
  const temp = uniquePathBeside(path);
  // `wx` refuses a file, or a link, that someone put there first.
  const descriptor = openSync(temp, 'wx', options.mode);
  try {
    try {
      writeFileSync(descriptor, bytes);
      if (options.durable) yield { bytesOf: descriptor };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    discard(temp);
    throw error;
  }
  return temp;
}

/** Temporary files of this process that a disk did not let it remove. */
const undiscarded = new Set<string>();

/** Removes a file of our own if it can. It does not throw: the failure that led here is the one worth reporting. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
    undiscarded.delete(path);
  } catch (error) {
    // A hidden leftover: no reader lists it. Any other name may belong to another process by the next time.
    if (errorCode(error) === 'ENOENT') undiscarded.delete(path);
    else if (markOfTempFile(basename(path)) !== undefined) undiscarded.add(path);
  }
}

/** Removes the temporary files of this process that could not be removed before: when it makes another one, and at its end. */
export function discardAgain(): void {
  for (const path of undiscarded) discard(path);
}
