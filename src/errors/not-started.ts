import { errorCode } from './error-code.ts';
import { systemTrouble } from './system-trouble.ts';

/** Why a program could not be started, with its name, to stand alone or to end a sentence. */
export function whyNotStarted(program: string, error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOENT')
    return /[/\\]/.test(program)
      ? `there is no program ${program}, or no interpreter that its first line names`
      : `no program ${program} on the PATH`;
  if (code === 'EACCES' || code === 'EPERM') return `this user may not run ${program}`;
  if (code === 'E2BIG') return `${program}: its arguments and variables are longer than the system allows`;
  const why = systemTrouble(code)?.why ?? (error instanceof Error ? error.message : String(error));
  return `${program}: ${why}`;
}
