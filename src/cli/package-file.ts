import { join } from 'node:path';
import { MachineError } from '../errors/endings.ts';
import { programFile } from '../files/program-file.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The text of a file that comes with the package. `what` completes the message `WHAT can't be read`.
 *
 * @throws MachineError where the package is not whole.
 */
export function packageFile(
  { packageFolder }: Pick<Surroundings, 'packageFolder'>,
  { code, path, what }: { code: string; path: string; what: string },
): string {
  const whole = join(packageFolder, path);
  try {
    return programFile(whole).toString();
  } catch (cause) {
    throw new MachineError({
      code,
      message: `${what} can't be read: ${whole}`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: 'npm install --global genctl, for a complete package',
      cause,
    });
  }
}
