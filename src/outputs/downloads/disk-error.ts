import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';
import { isLimit, systemTrouble } from '../../errors/system-trouble.ts';

/** Runs work on the disk. Whatever it throws becomes a MachineError that names the path. */
export function onDisk<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw diskError(path, error);
  }
}

/** As `onDisk`, for work that takes its time. */
export async function onDiskSoon<Result>(
  path: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw diskError(path, error);
  }
}

function diskError(path: string, error: unknown): MachineError {
  const code = errorCode(error) ?? String(error);
  const { why = 'the disk refused', mend = `check ${path}` } = systemTrouble(code) ?? {};
  return new MachineError({
    code: code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'not_writable',
    message: `${path} can't be written`,
    why: `${why} (${code})`,
    hint: say`${isLimit(code) ? mend : `${mend}, or choose another --dir`}, then: ${genctl`download ID`}`,
    cause: error,
  });
}
