import type { PromptShape } from '../contract/families/index.ts';
import { familyOf } from '../contract/families/index.ts';
import type { InputDescription } from '../contract/model.ts';
import type { RequestRoute } from '../contract/request-route.ts';
import type { MediaRole } from '../contract/video-values.ts';
import { UsageError } from '../errors/usage-error.ts';
import { withValueAt } from './compose/json-place.ts';
import { objectOf } from './json-object.ts';
import { mediaPart } from './media-part.ts';
import type { RequestWords } from './request-body.ts';

/** What of a request's words goes among its parameters. */
type ParameterWords = Pick<RequestWords, 'prompt' | 'media' | 'options' | 'set'>;

/** What a route of v1 takes of any model, the vendor's own ids too. §4.5–4.8 */
const shapeOfRoute = {
  jobs: undefined,
  tasks: 'content',
  images: 'prompt',
  spicy: 'content',
  refs: 'content',
} as const satisfies Record<RequestRoute, PromptShape | undefined>;

/** Whether a model takes a prompt string or a content array: its family says, else its route, else its schema. §2.6 */
export function promptShapeOf(
  model: string,
  schema: InputDescription | undefined,
  route: RequestRoute = 'jobs',
): PromptShape {
  const properties = schemaProperties(schema);
  return (
    familyOf(model)?.promptShape ??
    shapeOfRoute[route] ??
    ('content' in properties && !('prompt' in properties) ? 'content' : 'prompt')
  );
}

/** What is known of the model that parameters are for. */
interface Recipient {
  model: string;
  schema: InputDescription | undefined;
  route: RequestRoute;
}

/** Puts the words, media and options of a request among its parameters, as its model takes them. */
export function putParameters(
  input: Record<string, unknown>,
  words: ParameterWords,
  { model, route, schema }: Recipient,
): void {
  for (const { at, url } of words.media)
    if (at !== undefined) Object.assign(input, objectOf(withValueAt(input, at, url)));
  const others = { ...words, media: words.media.filter(({ at }) => at === undefined) };
  if (promptShapeOf(model, schema, route) === 'content') putContent(input, others);
  else putPrompt(input, others, model, schema);
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

function putPrompt(
  input: Record<string, unknown>,
  words: ParameterWords,
  model: string,
  schema: InputDescription | undefined,
): void {
  if (words.prompt !== undefined) input.prompt = words.prompt;
  const properties = schemaProperties(schema);
  for (const media of words.media) {
    const candidates = familyOf(model)?.mediaFields?.[media.role] ?? [media.role];
    const name = candidates.find((candidate) => candidate in properties) ?? candidates[0] ?? media.role;
    const manyFit = objectOf(properties[name])?.type === 'array';
    if (manyFit) input[name] = [...(Array.isArray(input[name]) ? input[name] : []), media.url];
    else if (words.media.some((other) => other !== media && other.role === media.role))
      throw oneOnly(model, name, media.role);
    else input[name] = media.url;
  }
}

function oneOnly(model: string, name: string, role: MediaRole): UsageError {
  return new UsageError({
    code: 'invalid_flag',
    message: `${model} takes one ${role.replace('_', ' ')}, in its field ${name}`,
    why: 'More than one was given.',
    hint: `genctl models ${model}`,
  });
}

function schemaProperties(schema: InputDescription | undefined): Record<string, unknown> {
  return objectOf(schema?.properties) ?? {};
}
