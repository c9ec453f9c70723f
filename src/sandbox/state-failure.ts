import { MachineError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { systemTrouble, thenAgain } from '../errors/system-trouble.ts';

/** The failure of this machine behind an error in the sandbox's folder; undefined for a defect of the sandbox. */
export function stateFailure(error: unknown, folder: string): MachineError | undefined {
  if (error instanceof MachineError) return error;
  const trouble = systemTrouble(errorCode(error) ?? '');
  if (trouble === undefined) return undefined;
  return new MachineError({
    code: 'sandbox_failed',
    message: `the sandbox can't use its folder: ${folder}`,
    why: error instanceof Error ? error.message : undefined,
    hint: `${trouble.mend}${thenAgain}`,
    cause: error,
  });
}
