import { UsageError } from '../../errors/endings.ts';
import { type AnyFlag, longName } from './flag.ts';

/** The error for a flag that takes one value and got two: one of them would have no effect, and it may be the one that is meant. */
export function givenTwice({ syntax }: AnyFlag, first: string, second: string): UsageError {
  const name = longName(syntax);
  const values = [first, second];
  // A link may hold a secret, and a prompt be long; the line that mends it shows what is left.
  const isShort = values.every((value) => value.length <= 40 && !value.includes('//'));
  const shown = isShort ? `: ${values.map((value) => JSON.stringify(value)).join(' and ')}` : '';
  const message = `${name} is given twice${shown}`;
  const why = 'It takes one value, and the other one would have no effect.';
  if (name === '--model') return severalModels({ code: 'flag_twice', message, why }, values);
  return new UsageError({
    code: 'flag_twice',
    message,
    why,
    hint: 'leave one of them out',
    changes: [{ set: name, to: second }],
  });
}

/** The error for several models where a request has one; `--vary` makes a request of each. */
export function severalModels(
  told: { code: string; message: string; why: string },
  models: readonly string[],
): UsageError {
  return new UsageError({
    ...told,
    hint: `--model ${models.at(-1)}`,
    changes: [{ leaveOut: '--model' }, { add: '--vary', to: `model=${models.join(',')}` }],
  });
}
