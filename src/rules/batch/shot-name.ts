import { checkNameTemplate, isPlaceholder, safeValue } from '../file-name.ts';
import { namesInBraces, withWords } from './braces.ts';

/** The name that a file of a batch gets where no template is given. */
export const shotNameTemplate = '{shot}-{n}.{ext}';

/** A brace that is written twice, or a field. */
const field = /\{\{|\{[^{}]*\}/g;

/**
 * The template for one shot's files: `{shot}` and the words of its line are put in, and what is left are the fields of any
 * template, whose names go before those of columns, but for `slug`. Values are as safe as those of fields are. Throws UsageError for a name that is
 * neither a field nor a word of the line.
 */
export function shotTemplate(template: string, words: ReadonlyMap<string, string>): string {
  const isKept = (found: string): boolean =>
    found === '{{' || (isPlaceholder(found) && !isOwnColumn(found, words));
  const filled = (put: (found: string) => string): string =>
    template.replaceAll(field, (found) => (isKept(found) ? found : put(found)));
  // What a line puts in makes no folders and no drive, and a brace that stands for itself is no field: the template is checked alone.
  checkNameTemplate(filled((found) => found.slice(1, -1)).replaceAll('{{', '('));
  return filled((found) => literal(withWords('--name', found, words)));
}

/** The columns that a template may name; `{slug}` is one where a line has it. */
export function columnsOfTemplate(template: string): ReadonlySet<string> {
  const names = [...namesInBraces(template)];
  return new Set(names.filter((name) => name === 'slug' || !isPlaceholder(`{${name}}`)));
}

/** Whether a field is that of a column of the line: who gave a line a `slug` means that one, and not the words of its prompt. */
function isOwnColumn(found: string, words: ReadonlyMap<string, string>): boolean {
  return found === '{slug}' && words.has('slug');
}

/** A value that is put into a template, whose braces are no fields of it. */
function literal(value: string): string {
  return safeValue(value).replaceAll('{', '{{');
}
