import { dirname } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { say, thenAgain } from '../../errors/hint.ts';
import { systemTrouble } from '../../errors/system-trouble.ts';
import { LogClosedError, NotAFileError } from '../../files/append-log.ts';
import { LockTimeoutError } from '../../files/lock.ts';

/** The error for a journal that can't be used, with the trouble and its mend. Errors of ours and defects come back unchanged. */
export function journalFailure(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof CliError || !(error instanceof Error)) return error;
  if (error instanceof LockTimeoutError) return inUse(path, error);
  if (error instanceof LogClosedError) return lost(path, error);
  if (code === undefined) return error;
  if (code === 'ENOENT') return homeless(path, error);
  const { mend = `check ${path}` } = systemTrouble(code) ?? {};
  const other = otherThanFile(error);
  return new MachineError({
    code: 'journal_failed',
    message: `the journal of the batch can't be used: ${path}`,
    why: other === undefined ? error.message : `${other} is there instead of a file.`,
    hint: say`${other === undefined ? mend : 'move that away'}, or --journal PATH, with a place that can be written${thenAgain}`,
    cause: error,
  });
}

function homeless(path: string, error: Error): MachineError {
  return new MachineError({
    code: 'journal_failed',
    message: `the journal of the batch can't be written: ${path}`,
    why: `There is no folder ${dirname(path)}.`,
    hint: say`make that folder${thenAgain}; or --journal PATH, in a folder that is there`,
    cause: error,
  });
}

/** The thing in the place of a file; undefined where the trouble is another one. */
function otherThanFile(error: Error): string | undefined {
  if (errorCode(error) === 'ELOOP') return 'A link, which is not followed,';
  return error instanceof NotAFileError ? 'A folder, a pipe or a device' : undefined;
}

function inUse(path: string, error: LockTimeoutError): MachineError {
  return new MachineError({
    code: 'journal_in_use',
    message: `another run has the journal open: ${path}`,
    why: error.message,
    hint: say`wait for that run to end${thenAgain}`,
    cause: error,
  });
}

function lost(path: string, error: LogClosedError): MachineError {
  return new MachineError({
    code: 'journal_lost',
    message: `nothing more can be written to the journal ${path}`,
    why: error.message,
    hint: 'let the other run end, then run this one again: it finds what was sent',
    cause: error,
  });
}
