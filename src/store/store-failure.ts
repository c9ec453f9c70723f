import { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/machine-error.ts';
import { errorCode } from '../files/error-code.ts';

const elsewhere = 'or set GENCTL_HOME to a folder that can be written';

const hints: Record<string, string> = {
  ENOSPC: 'free space on that disk, then run it again',
  EDQUOT: 'free some of your quota on that disk, then run it again',
  EFBIG: 'raise the limit on file sizes (ulimit -f), then run it again',
  EROFS: `make the file system writable, ${elsewhere}`,
  EACCES: `give yourself the right to it (chmod, chown), ${elsewhere}`,
  EPERM: `give yourself the right to it (chmod, chown), ${elsewhere}`,
  ENOTDIR: 'a file stands where a folder belongs: move it away, or set GENCTL_HOME to another folder',
  EEXIST: 'a file stands where a folder belongs: move it away, or set GENCTL_HOME to another folder',
  EISDIR: 'a folder stands where a file belongs: move it away',
  ELOCKED: 'wait for the other process to end, then run it again',
};

/**
 * A failure of the disk as the program reports it: what could not be done, the system's own reason with its path, and what
 * mends it. What is no failure of the system (an error of ours, a defect) comes back as it is.
 *
 * @param what such as `the ledger can't be written`.
 */
export function storeFailure(what: string, path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof CliError || code === undefined || !(error instanceof Error)) return error;
  return new MachineError({
    code: 'store_failed',
    message: `${what}: ${path}`,
    why: error.message,
    hint: hints[code] ?? `look at ${path}, then run it again`,
    cause: error,
  });
}
