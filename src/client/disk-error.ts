import { MachineError } from '../errors/machine-error.ts';

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The quota of the disk is used up',
  EROFS: 'The disk is read-only',
  EACCES: 'This user may not write there',
  EPERM: 'This user may not write there',
  ENOTDIR: 'A part of the path is a file',
  EISDIR: 'There is a folder of that name',
  ENAMETOOLONG: 'The name is too long for the disk',
  EMFILE: 'Too many files are open',
};

/** Runs a piece of work on the disk; what it throws becomes a MachineError about that path. */
export function onDisk<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    throw new MachineError({
      code: code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'not_writable',
      message: `${path} can't be written`,
      why: `${reasons[code] ?? 'The disk refused'} (${code}).`,
      hint: 'Make room, or choose another folder with --dir',
      cause: error,
    });
  }
}

/** The `code` of a native error, such as `ENOENT`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
