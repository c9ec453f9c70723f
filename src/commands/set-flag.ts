import { UsageError } from '../errors/usage-error.ts';

/** `--set name=value`: a JSON literal, else a string. Throws UsageError. */
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
  return [text.slice(0, equals), literalOrText(text.slice(equals + 1))];
}

function literalOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
