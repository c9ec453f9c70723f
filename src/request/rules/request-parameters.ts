import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { withValueAt } from '../../schema/json/json-place.ts';
import { shapedLink } from '../../schema/link-shape.ts';
import { mediaPart } from '../../service/body/media-part.ts';
import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { type Recipient, takesContent } from '../../service/body/recipient.ts';
import { flagOfOption, flagOfRole } from '../../service/flag-names.ts';
import type { RequestWords } from '../../service/request-words.ts';
import type { MediaRole } from '../../service/video-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { placedOption } from '../fields/flag-to-field.ts';
import { mediaFieldOf } from '../fields/media-field.ts';

/** The words of a request that become its parameters. */
type ParameterWords = Pick<RequestWords, 'prompt' | 'media' | 'options' | 'set'>;

/** Writes the prompt, media and options of a request into its parameters, as its model takes them. */
export function putParameters(
  input: Record<string, unknown>,
  words: ParameterWords,
  recipient: Recipient,
): void {
  for (const { at, url } of words.media)
    if (at !== undefined) Object.assign(input, objectOf(withValueAt(input, at, url)));
  const others = { ...words, media: words.media.filter(({ at }) => at === undefined) };
  if (takesContent(recipient)) putContent(input, others);
  else putPrompt(input, others, recipient);
  putOptions(input, words.options, recipient);
  for (const [name, value] of words.set) input[name] = value;
}

/**
 * Writes each option into the field that its model has for it, with the value that the field takes. No two options share a
 * field.
 */
function putOptions(
  input: Record<string, unknown>,
  options: ParameterWords['options'],
  recipient: Recipient,
): void {
  const filled = new Map<string, string>();
  for (const [option, typed] of Object.entries(options)) {
    if (typed === undefined) continue;
    const { name, value } = placedOption(option, typed, recipient);
    const before = filled.get(name);
    const flag = flagOfOption(option, typed);
    if (before !== undefined)
      throw oneOnly(recipient.model, `one value in its field ${name}`, [before, flag]);
    filled.set(name, flag);
    input[name] = value;
  }
}

/** Writes a prompt over the earlier text, and media behind the earlier media. */
function putContent(input: Record<string, unknown>, words: ParameterWords): void {
  if (words.prompt === undefined && words.media.length === 0) return;
  const before: unknown[] = Array.isArray(input.content) ? input.content : [];
  const kept = words.prompt === undefined ? before : before.filter((part) => objectOf(part)?.type !== 'text');
  const text = words.prompt === undefined ? [] : [{ type: 'text', text: words.prompt }];
  input.content = [...text, ...kept, ...words.media.map(mediaPart)];
}

function putPrompt(input: Record<string, unknown>, words: ParameterWords, recipient: Recipient): void {
  if (words.prompt !== undefined) input[promptFieldOf(recipient.entry)] = words.prompt;
  const filled = new Map<string, MediaRole>();
  for (const { role, url } of words.media) {
    const field = mediaFieldOf(role, recipient);
    if (field === undefined) continue;
    const before = filled.get(field.name);
    filled.set(field.name, role);
    const given: unknown = input[field.name];
    const link = shapedLink(url, field);
    if (field.isList) input[field.name] = [...(Array.isArray(given) ? (given as unknown[]) : []), link];
    else if (before === undefined) input[field.name] = link;
    else
      throw oneOnly(recipient.model, `one picture, clip or sound in its field ${field.name}`, [
        flagOfRole[before],
        flagOfRole[role],
      ]);
  }
}

function oneOnly(model: string, what: string, [flag, other]: readonly [string, string]): UsageError {
  return new UsageError({
    code: 'invalid_flag',
    message: `${model} takes ${what}`,
    why: flag === other ? `${flag} is given more than once.` : `${flag} and ${other} both set it.`,
    hint: genctl`models ${model}`,
  });
}
