import type { CliError } from '../../errors/cli-error.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import type { DiagnosisLine } from '../../ui/render/diagnosis.ts';

/** The result of one check. `exit` is how the program ends where this check is the first to fail. */
export interface Check extends DiagnosisLine {
  exit: ExitName;
}

export function okCheck(name: string, message: string): Check {
  return { name, status: 'ok', message, fix: null, exit: 'done' };
}

export function warnCheck(name: string, message: string, fix: string | undefined): Check {
  return { name, status: 'warn', message, fix: fix ?? null, exit: 'done' };
}

/** A failed check from an error, on one line. Throws the error where it is a defect and no failure. */
export function failCheck(name: string, error: unknown): Check {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  const message = failure.why === undefined ? failure.message : `${failure.message}: ${failure.why}`;
  return { name, status: 'fail', message, fix: fixOf(failure), exit: failure.exit };
}

/** What mends an error. Hints that point to doctor are dropped, because doctor is what shows them. */
function fixOf({ hint }: CliError): string | null {
  if (hint === 'genctl doctor') return 'check the base URL: genctl auth list';
  return hint?.replace(/[,:;]?( or:)? genctl doctor\b.*$/, '') ?? null;
}

/** Runs a check; it fails with the error that `look` throws. */
export async function checkThat(name: string, look: () => Check | Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return failCheck(name, error);
  }
}
