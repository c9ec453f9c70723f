import { UsageError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';
import { type AnyFlag, longName } from '../flag.ts';

/** The error for two flags where one would have no effect. `what` names them: `--strict and --no-preflight`. */
export function flagConflict(what: string, why: string, hint: Hint): UsageError {
  return new UsageError({
    code: 'flag_conflict',
    message: `${what} can't be used together`,
    why,
    hint,
  });
}

/** The error for a flag that takes one value and got two: one of them would have no effect, and it may be the one that is meant. */
export function givenTwice({ syntax }: AnyFlag, first: string, second: string): UsageError {
  const name = longName(syntax);
  const values = [first, second];
  // A link may hold a secret, and a prompt be long; the line that mends it shows what is left.
  const isShort = values.every((value) => value.length <= 40 && !value.includes('//'));
  const shown = isShort ? `: ${values.map((value) => JSON.stringify(value)).join(' and ')}` : '';
  const message = `${name} is given twice${shown}`;
  const why = 'It takes one value.';
  return new UsageError({
    code: 'flag_twice',
    message,
    why,
    hint: `leave one of them out${eachOf(name, values)}`,
  });
}

/** How a request of each of several models is made. Two of them may be as well an override, so that no line is made of it. */
function eachOf(name: string, models: readonly string[]): string {
  return name === '--model' ? `\nor, for a request of each: submit --vary model=${models.join(',')}` : '';
}

/** The error for several models in one word where a request has one; `--vary` makes a request of each. */
export function severalModels(
  told: { code: string; message: string; why: string },
  models: readonly string[],
): UsageError {
  return new UsageError({
    ...told,
    hint: `name one of them; of submit and rerun, --vary model=${models.join(',')} makes a request of each`,
  });
}

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
