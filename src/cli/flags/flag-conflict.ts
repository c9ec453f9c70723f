import { UsageError } from '../../errors/endings.ts';

/** The error for two flags where one would have no effect. `what` names them: `--strict and --no-preflight`. */
export function flagConflict(what: string, why: string, hint: string): UsageError {
  return new UsageError({
    code: 'flag_conflict',
    message: `${what} can't be used together`,
    why,
    hint,
  });
}
