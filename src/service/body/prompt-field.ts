import { schemasOf } from '../../schema/document.ts';
import {
  fieldNames,
  fieldsCalled,
  hasField,
  type SchemaField,
  schemaField,
} from '../../schema/input-field.ts';
import { ownText } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import type { InputDescription } from '../model.ts';
import type { KnownEntry } from './recipient.ts';
import type { SubmitSubject } from './submit-subject.ts';

/**
 * Usual names for the field that holds the words of a prompt. `sure` ones mean only this. `vague` ones count only where the
 * schema has no prompt elsewhere, inside an object.
 * @see service document §2.6
 */
export const promptFieldNames = {
  sure: ['prompt_text', 'text_prompt', 'positive_prompt', 'input_prompt', 'video_prompt'],
  vague: ['text', 'input_text', 'inputs', 'instruction', 'caption'],
} as const;

/**
 * The field that takes the words of a prompt, of a model that takes them as a string: `prompt` as the document has it, unless
 * the live schema lacks that and has just one field that is known to mean the same.
 * @see service document §2.6
 */
export function promptFieldOf(entry: KnownEntry | undefined): string {
  const schema = entry?.inputSchema;
  if (schema === undefined) return 'prompt';
  if (hasField(schema, 'prompt')) return 'prompt';
  const sure = wordFields(schema, ['prompt', ...promptFieldNames.sure]);
  const vague = wordFields(schema, promptFieldNames.vague);
  const fields = vague.length > 0 && !isPromptElsewhere(schema) ? [...sure, ...vague] : sure;
  const required = fields.filter((field) => field.required);
  const [only, second] = required.length > 0 ? required : fields;
  return only === undefined || second !== undefined ? 'prompt' : only.name;
}

function wordFields(schema: InputDescription, names: readonly string[]): SchemaField[] {
  return fieldsCalled(schema, names).filter(
    (field) => field.listed.length === 0 && field.fits('words') && !isFile(field),
  );
}

/** Tells whether an object of the input has a prompt of its own: then the words beside it are something else. */
function isPromptElsewhere(schema: InputDescription): boolean {
  return fieldNames(schema).some((name) => holdsPrompt(schemaField(schema, name)));
}

function holdsPrompt(field: SchemaField | undefined): boolean {
  const members = field?.nodes.flatMap((node) => schemasOf(node, 'properties')) ?? [];
  return members.some(([name]) =>
    ['prompt', ...promptFieldNames.sure].map(plainName).includes(plainName(name)),
  );
}

/** A text that stands for a file: a link, or its bytes. */
function isFile({ nodes }: SchemaField): boolean {
  return nodes.some(
    ({ comment, contentEncoding, contentMediaType, format, ...node }) =>
      contentEncoding !== undefined ||
      contentMediaType !== undefined ||
      format !== undefined ||
      /\b(binary|base64)\b/i.test([comment, node.$comment, node.description, node.title].join(' ')),
  );
}

/** The words of a request: all text parts together, and the prompt string where the family has one. */
export function requestText({
  entry,
  input,
  parts,
}: Pick<SubmitSubject, 'entry' | 'input' | 'parts'>): string {
  // With a list of parts, no field of the schema is the prompt.
  const prompt = ownText(input, parts.length > 0 ? 'prompt' : promptFieldOf(entry)) ?? '';
  const texts = parts.filter(({ type }) => type === 'text').map(({ part }) => ownText(part, 'text'));
  return [prompt, ...texts].join('');
}
