import { checkNameTemplate, isPlaceholder, safeValue } from '../file-name.ts';
import { withWords } from './braces.ts';

/** The name that a file of a batch gets where no template is given. */
export const shotNameTemplate = '{shot}-{n}.{ext}';

/** A brace that is written twice, or a field. */
const field = /\{\{|\{[^{}]*\}/g;

/**
 * The template for one shot's files: `{shot}` and the words of its line are put in, and what is left are the fields of any
 * template, whose names go before those of columns. Values are as safe as those of fields are. Throws UsageError for a name that is
 * neither a field nor a word of the line.
 */
export function shotTemplate(template: string, words: ReadonlyMap<string, string>): string {
  const filled = (put: (found: string) => string): string =>
    template.replaceAll(field, (found) => (found === '{{' || isPlaceholder(found) ? found : put(found)));
  // What a line puts in makes no folders and no drive, and a brace that stands for itself is no field: the template is checked alone.
  checkNameTemplate(filled((found) => found.slice(1, -1)).replaceAll('{{', '('));
  return filled((found) => literal(withWords('--name', found, words)));
}

/** A value that is put into a template, whose braces are no fields of it. */
function literal(value: string): string {
  return safeValue(value).replaceAll('{', '{{');
}
