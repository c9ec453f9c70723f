import { UsageError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';

/** The error for two flags where one would have no effect. `what` names them: `--strict and --no-preflight`. */
export function flagConflict(what: string, why: string, hint: Hint): UsageError {
  return new UsageError({
    code: 'flag_conflict',
    message: `${what} can't be used together`,
    why,
    hint,
  });
}
