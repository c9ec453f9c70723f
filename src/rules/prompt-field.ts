import { promptFieldNames } from '../contract/field-names.ts';
import type { KnownEntry } from './recipient.ts';
import { fieldNames, fieldsNamed, schemaField } from './schema-field.ts';

/**
 * The field that takes the words of a prompt, of a model that takes them as a string: `prompt` as the document has it, unless
 * the live schema lacks that and has just one field that is known to mean the same.
 * @see service document §2.6
 */
export function promptFieldOf(entry: KnownEntry | undefined): string {
  const schema = entry?.inputSchema;
  if (schema === undefined || fieldNames(schema).includes('prompt')) return 'prompt';
  const fields = fieldsNamed(schema, ['prompt', ...promptFieldNames])
    .flatMap((name) => schemaField(schema, name) ?? [])
    .filter((field) => field.listed.length === 0 && field.fits('words'));
  const required = fields.filter((field) => field.required);
  const [only, second] = required.length > 0 ? required : fields;
  return only === undefined || second !== undefined ? 'prompt' : only.name;
}
