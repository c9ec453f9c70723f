import { closeSync, ftruncateSync, linkSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { type DurableWork, runAtOnce } from './durable-work.ts';
import { discard, tempSteps } from './temp-file.ts';

export type ClaimOutcome = 'claimed' | 'exists';

/** Gives an existing file a second name and throws EEXIST where the name is taken. */
export type MakeLink = (existing: string, name: string) => void;

export interface ClaimOptions {
  /** False skips the flushes, for claims that need not outlive a power cut. True unless given. */
  durable?: boolean;
  /** `linkSync` unless given. */
  link?: MakeLink;
}

/**
 * The errors of file systems without hard links. EISDIR is FAT on Windows, EACCES Android's shared storage, and EINVAL some FUSE and SMB
 * mounts.
 */
const linkless = new Set([
  ...['EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR'],
]);

/** Gives `existing` the name `name` too. `linkless` where the file system can't, which says nothing about the name. */
export function linkExclusively(
  existing: string,
  name: string,
  link: MakeLink = linkSync,
): ClaimOutcome | 'linkless' {
  try {
    link(existing, name);
    return 'claimed';
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return 'exists';
    if (linkless.has(code)) return 'linkless';
    throw error;
  }
}

/**
 * Creates a file (0600) under a name that only one claimant can have. Of any number of processes exactly one gets `claimed`;
 * the others get `exists` and may read the first's bytes, which are there whole from the start. On return the name is durable.
 *
 * Where the file system has no hard links the file is created empty and then filled. A reader may find it empty. Then its claimant
 * died, failed or is still at it, and so has not acted on its claim yet.
 *
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …).
 */
export function claimFile(path: string, bytes: Uint8Array, options: ClaimOptions = {}): ClaimOutcome {
  return runAtOnce(claimSteps(path, bytes, options));
}

/** {@link claimFile} as steps. */
export function* claimSteps(
  path: string,
  bytes: Uint8Array,
  options: ClaimOptions = {},
): DurableWork<ClaimOutcome> {
  const durable = options.durable ?? true;
  const temp = yield* tempSteps(path, bytes, { mode: 0o600, durable });
  let outcome: ClaimOutcome | 'linkless';
  try {
    outcome = linkExclusively(temp, path, options.link);
  } finally {
    discard(temp);
  }
  if (outcome === 'linkless') outcome = yield* createExclusively(path, bytes, durable);
  // Flushed for the loser too: it acts on the winner's record, whose name may not be on the disk yet.
  if (durable) yield { namesIn: dirname(path) };
  return outcome;
}

function* createExclusively(path: string, bytes: Uint8Array, durable: boolean): DurableWork<ClaimOutcome> {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'exists';
    throw error;
  }
  try {
    writeFileSync(descriptor, bytes);
    if (durable) yield { bytesOf: descriptor };
  } catch (error) {
    // Emptied, not removed: by now the name may hold another process's record, which took this one for dead.
    ftruncateSync(descriptor);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return 'claimed';
}
