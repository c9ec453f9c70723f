import { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { say, thenAgain } from '../errors/hint.ts';
import { systemTrouble } from '../errors/system-trouble.ts';

/**
 * Turns a native error of the disk into a MachineError: what could not be done, the system's reason with its path, and what
 * mends it. Any other error (one of ours, or a defect) comes back unchanged.
 *
 * @param what such as `the ledger can't be written`.
 */
export function storeFailure(what: string, path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof CliError || code === undefined || !(error instanceof Error)) return error;
  const { mend = `look at ${path}`, ofPlace } = systemTrouble(code) ?? {};
  return new MachineError({
    code: 'store_failed',
    message: `${what}: ${path}`,
    why: error.message,
    hint: say`${mend}${ofPlace ? ', or set GENCTL_HOME to another folder' : ''}${thenAgain}`,
    cause: error,
  });
}
