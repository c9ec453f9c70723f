import { UsageError } from '../../errors/endings.ts';
import { readExactJson } from './exact-json.ts';

/** Reads `--set name=value`. The value is a JSON literal, or else a string. Throws UsageError. */
export function readSetting(text: string): readonly [name: string, value: unknown] {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new UsageError({
      code: 'invalid_flag',
      message: `--set does not take ${JSON.stringify(text)}`,
      why: 'It has no name before an equals sign.',
      hint: `--set ${text.replaceAll('=', '') || 'name'}=value`,
    });
  }
  const name = text.slice(0, equals);
  return [name, literalOrText(name, text.slice(equals + 1))];
}

function literalOrText(name: string, text: string): unknown {
  try {
    return readExactJson(`--set ${name}`, text);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return text;
  }
}
