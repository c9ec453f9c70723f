import { UsageError } from '../../errors/endings.ts';
import { checkNameTemplate, isPlaceholder, safeValue } from '../../files/name-template.ts';

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

/** The name that a file of a batch gets where no template is given. */
export const shotNameTemplate = '{shot}-{n}.{ext}';

/** A brace that is written twice, or a field. */
const field = /\{\{|\{[^{}]*\}/g;

/**
 * The template for one shot's files, with `{shot}` and the words of its line put in. What is left are the fields of any template.
 * Their names go before those of columns, but for `slug`. Values are as safe as those of fields are. Throws UsageError for a name
 * that is neither a field nor a word of the line.
 */
export function shotTemplate(template: string, words: ReadonlyMap<string, string>): string {
  const isKept = (found: string): boolean =>
    found === '{{' || (isPlaceholder(found) && !isOwnColumn(found, words));
  const filled = (put: (found: string) => string): string =>
    template.replaceAll(field, (found) => (isKept(found) ? found : put(found)));
  // Values of a line make no folder and no drive, and a doubled brace is no field: the template is checked alone.
  checkNameTemplate(filled((found) => found.slice(1, -1)).replaceAll('{{', '('));
  return filled((found) => literal(withWords('--name', found, words)));
}

/** The template of a shot's files, and the others by which those that are there may be called. */
export interface FileNames {
  template: string;
  formerTemplates: readonly string[];
}

/** The mark in the name of a revised shot's file: the id of its job tells the file from those before and after. */
const revisedMark = '-revised-{id8}';

/** The template of a shot that had a file before it was revised: its file says so, behind the id of the shot, or before its extension. */
export function revisedTemplate(template: string): string {
  const at = template.lastIndexOf('{shot}');
  if (at >= 0) {
    const end = at + '{shot}'.length;
    return `${template.slice(0, end)}${revisedMark}${template.slice(end)}`;
  }
  return template.replace(/(?:\.(?:\{ext\}|[a-z\d]{2,4}))?$/i, (extension) => `${revisedMark}${extension}`);
}

/** The columns that a template may name; `{slug}` is one where a line has it. */
export function columnsOfTemplate(template: string): ReadonlySet<string> {
  const names = [...namesInBraces(template)];
  return new Set(names.filter((name) => name === 'slug' || !isPlaceholder(`{${name}}`)));
}

/** Tells whether a field is a column of the line. A person who gave a line a `slug` means that one, and not the words of its prompt. */
function isOwnColumn(found: string, words: ReadonlyMap<string, string>): boolean {
  return found === '{slug}' && words.has('slug');
}

/** A value that is put into a template, whose braces are no fields of it. */
function literal(value: string): string {
  return safeValue(value).replaceAll('{', '{{');
}
