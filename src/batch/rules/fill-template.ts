import { UsageError } from '../../errors/endings.ts';

/** A brace that is written twice, a name in braces, or a brace that is left over. */
const brace = /\{\{|\}\}|\{([^{}]*)\}|\{/g;

/** How many columns an error lists. */
const listedMost = 20;

/**
 * A text with the words of its line in the place of `{column}`; `{{` and `}}` are braces. What a word brings is not read again.
 * Throws UsageError for a name that the line has no word for.
 *
 * @param where the column or flag that has the text, for the message.
 */
export function withWords(where: string, text: string, words: ReadonlyMap<string, string>): string {
  if (!text.includes('{') && !text.includes('}}')) return text;
  return text.replaceAll(brace, (found, name: string | undefined) => {
    if (found === '{{') return '{';
    if (found === '}}') return '}';
    const word = name === undefined ? undefined : words.get(name.trim());
    if (word === undefined) throw unknownName(where, name, words);
    return word;
  });
}

/** The names that a text has in braces. */
export function namesInBraces(text: string): ReadonlySet<string> {
  if (!text.includes('{')) return new Set();
  return new Set([...text.matchAll(brace)].flatMap(([, name]) => (name === undefined ? [] : [name.trim()])));
}

function unknownName(
  where: string,
  name: string | undefined,
  words: ReadonlyMap<string, string>,
): UsageError {
  const listed = [...words.keys()].slice(0, listedMost).map((one) => `{${one}}`);
  const more = words.size > listedMost ? ' …' : '';
  const isNamed = name !== undefined && name.trim() !== '';
  return new UsageError({
    code: 'unknown_column',
    message: isNamed
      ? `there is no column ${name} for {${name}} in ${where}`
      : `${where} has a brace that is ${name === undefined ? 'not closed' : 'empty'}`,
    why:
      listed.length === 0 ? 'The line has no columns for that.' : `The line has ${listed.join(' ')}${more}.`,
    hint: isNamed
      ? `write {{${name}}} for braces${where === 'prompt' ? `; or add ${name} to the cast` : ''}`
      : 'write {{ for a brace',
  });
}
