import { tryReadJson } from '../../schema/json/read-json.ts';

/** The shape of a stored command, for messages. No shell reads it. */
export const commandWords = 'a JSON array of texts: a program, then its arguments';

/** Tells whether a value is a command: a program and its arguments, each a text. */
export function isCommand(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.every((word) => typeof word === 'string') &&
    typeof value[0] === 'string' &&
    value[0].trim() !== ''
  );
}

/** The command that a person typed as JSON; undefined where the text is none. */
export function readCommand(text: string): string[] | undefined {
  const words = tryReadJson(text);
  return isCommand(words) ? words : undefined;
}
