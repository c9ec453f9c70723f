import { longName } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';
import { shownValue } from '../../text/shown-value.ts';

/** The error for a value that a column does not take. */
export function columnFault(column: string, value: unknown, why: string, hint: Hint): UsageError {
  return new UsageError({
    code: 'invalid_column',
    message: `${column} does not take ${shownValue(value)}`,
    why,
    hint,
  });
}

/** An error of a flag's reader in the words of a manifest: the flag is called as its column is. */
export function asColumnFault(error: unknown, column: string, syntax: string): unknown {
  if (!(error instanceof UsageError)) return error;
  const flag = syntax.startsWith('--set ') ? syntax : longName(syntax);
  const inWords = (text: string): string => text.replaceAll(flag, column);
  return new UsageError({
    code: error.code,
    message: inWords(error.message),
    why: error.why === undefined ? undefined : inWords(error.why),
    hint: error.hint === undefined ? undefined : inWords(error.hint),
    fix: error.fix,
    cause: error,
  });
}
