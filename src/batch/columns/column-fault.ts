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
