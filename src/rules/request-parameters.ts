import type { MediaRole } from '../contract/video-values.ts';
import { UsageError } from '../errors/usage-error.ts';
import { withValueAt } from './compose/json-place.ts';
import { flagOfRole } from './flag-names.ts';
import { objectOf } from './json-object.ts';
import { mediaFieldOf } from './media-field.ts';
import { mediaPart } from './media-part.ts';
import { promptShapeOf, type Recipient } from './recipient.ts';
import type { RequestWords } from './request-body.ts';

/** What of a request's words goes among its parameters. */
type ParameterWords = Pick<RequestWords, 'prompt' | 'media' | 'options' | 'set'>;

/** Puts the words, media and options of a request among its parameters, as its model takes them. */
export function putParameters(
  input: Record<string, unknown>,
  words: ParameterWords,
  recipient: Recipient,
): void {
  const { entry, model, route } = recipient;
  for (const { at, url } of words.media)
    if (at !== undefined) Object.assign(input, objectOf(withValueAt(input, at, url)));
  const others = { ...words, media: words.media.filter(({ at }) => at === undefined) };
  if (promptShapeOf(model, entry?.inputSchema, route) === 'content') putContent(input, others);
  else putPrompt(input, others, recipient);
  const options = Object.entries(words.options).filter(([, value]) => value !== undefined);
  for (const [name, value] of [...options, ...words.set]) input[name] = value;
}

/** A prompt takes the place of the words that were there; media come after the media that were there. */
function putContent(input: Record<string, unknown>, words: ParameterWords): void {
  if (words.prompt === undefined && words.media.length === 0) return;
  const before: unknown[] = Array.isArray(input.content) ? input.content : [];
  const kept = words.prompt === undefined ? before : before.filter((part) => objectOf(part)?.type !== 'text');
  const text = words.prompt === undefined ? [] : [{ type: 'text', text: words.prompt }];
  input.content = [...text, ...kept, ...words.media.map(mediaPart)];
}

function putPrompt(input: Record<string, unknown>, words: ParameterWords, recipient: Recipient): void {
  if (words.prompt !== undefined) input.prompt = words.prompt;
  const filled = new Map<string, MediaRole>();
  for (const { role, url } of words.media) {
    const field = mediaFieldOf(role, recipient);
    if (field === undefined) continue;
    const before = filled.get(field.name);
    filled.set(field.name, role);
    const given: unknown = input[field.name];
    if (field.isList) input[field.name] = [...(Array.isArray(given) ? (given as unknown[]) : []), url];
    else if (before === undefined) input[field.name] = url;
    else throw oneOnly(recipient.model, field.name, [before, role]);
  }
}

function oneOnly(model: string, name: string, roles: readonly MediaRole[]): UsageError {
  const [flag, other] = roles.map((role) => flagOfRole[role]);
  return new UsageError({
    code: 'invalid_flag',
    message: `${model} takes one picture, clip or sound in its field ${name}`,
    why: flag === other ? `${flag} is given more than once.` : `${flag} and ${other} both stand for it.`,
    hint: `genctl models ${model}`,
  });
}
