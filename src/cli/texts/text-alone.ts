import { UsageError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';

/** The error for text that is asked for as a document. `instead` has it as one; unless given, the line without `--json` is the way on. */
export function textAlone(
  argv: readonly string[],
  what: 'help' | 'script',
  instead: Hint = { run: argv.filter((word) => word !== '--json') },
): UsageError {
  return new UsageError({
    code: 'text_alone',
    message: `--json has no ${what} to print`,
    why: `It prints one document, and ${what === 'help' ? 'this topic' : `a ${what}`} is text.`,
    hint: instead,
  });
}
