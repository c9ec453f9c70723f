import type { CliError } from '../../errors/cli-error.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';

/** A failure in its three parts, without colours and breaks: for a run that can load no more of the program. */
export function plainError({ hint, message, why }: CliError, { symbols }: Pick<Look, 'symbols'>): string[] {
  const reasons = why?.split('\n') ?? [];
  const mend = hint === undefined ? [] : [`  ${symbols.arrow} ${safeLine(hint)}`];
  return [`${symbols.bad} ${safeLine(message)}`, ...reasons.map((line) => `  ${safeLine(line)}`), ...mend];
}
