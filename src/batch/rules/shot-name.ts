import { checkNameTemplate, isPlaceholder, safeValue } from '../../files/name-template.ts';
import { namesInBraces, withWords } from './fill-template.ts';

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

/** The template of a shot's files, and the other one by which those that are there may be called. */
export interface FileNames {
  template: string;
  formerTemplate: string | undefined;
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
