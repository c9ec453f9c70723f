import type { CliError } from '../errors/cli-error.ts';
import { hintText, piecesOf } from '../errors/hint.ts';
import { failureOf } from '../errors/system-trouble.ts';
import type { DiagnosisLine } from './diagnosis.ts';

/** The result of one check. */
export interface Check extends DiagnosisLine {
  /** How the program ends where this check is the first to fail. */
  failure?: Pick<CliError, 'code' | 'exit'>;
}

export function okCheck(name: string, message: string): Check {
  return { name, status: 'ok', message, fix: null };
}

export function warnCheck(name: string, message: string, fix: string | undefined): Check {
  return { name, status: 'warn', message, fix: fix ?? null };
}

/** A failed check from an error, on one line. Throws the error where it is a defect and no failure. */
export function failCheck(name: string, error: unknown): Check {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  const message = failure.why === undefined ? failure.message : `${failure.message}: ${failure.why}`;
  const { code, exit } = failure;
  return { name, status: 'fail', message, fix: fixOf(failure), failure: { code, exit } };
}

/** The way to mend an error. Hints that point to doctor are dropped, because doctor is what shows them. */
function fixOf({ mend }: CliError): string | null {
  if (mend === undefined) return null;
  const pieces = piecesOf(mend);
  const at = pieces.findIndex(
    (piece) => typeof piece === 'object' && 'run' in piece && piece.run[0] === 'doctor',
  );
  // Nothing is left of a hint that says little more than doctor.
  if (at === 0 || at === 1) return 'check the base URL: genctl auth list, or GENCTL_BASE_URL where it is set';
  return hintText(at === -1 ? mend : { pieces: pieces.slice(0, at - 1), isOffered: false });
}

/** Runs a check; it fails with the error that `look` throws. */
export async function checkThat(name: string, look: () => Check | Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return failCheck(name, error);
  }
}
