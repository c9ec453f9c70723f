import type { PromptShape } from '../contract/families/index.ts';
import { familyOf } from '../contract/families/index.ts';
import type { InputDescription } from '../contract/model.ts';
import { type RequestRoute, requestRoutes } from '../contract/request-route.ts';
import type { MediaRole } from '../contract/video-values.ts';
import { UsageError } from '../errors/usage-error.ts';
import { objectOf } from './json-object.ts';
import { mediaPart } from './media-part.ts';

/** A picture, clip or sound named on the command line, in the order it was named. */
export interface MediaInput {
  role: MediaRole;
  url: string;
}

/** A submit as the command line words it, before it takes the shape its model wants. */
export interface RequestWords {
  /** The whole body to start from (`--body`, or an earlier job's). */
  body?: Record<string, unknown> | undefined;
  model?: string | undefined;
  prompt?: string | undefined;
  /** Replaces the body's `input` (`--input`). */
  input?: Record<string, unknown> | undefined;
  /** Flat options by their wire names, such as `duration`; undefined values are left out. */
  options: Record<string, unknown>;
  media: readonly MediaInput[];
  /** `--set`, applied last. */
  set: readonly (readonly [name: string, value: unknown])[];
  count?: number | undefined;
  callbackUrl?: string | undefined;
  promptEnhance?: string | undefined;
}

/**
 * The body of a final: the id of its draft, and on v1 the tier, which the generator wants there.
 * @see service document §3
 */
export function finalBody(route: RequestRoute, model: string, draftId: string): Record<string, unknown> {
  const content = [{ type: 'draft_task', draft_task: { id: draftId } }];
  return requestRoutes[route].api === 'v1'
    ? { model, content, resolution: '1080p' }
    : { model, input: { content } };
}

/** Whether a model takes a prompt string or a content array: its family says, else its schema. §2.6 */
export function promptShapeOf(model: string, schema: InputDescription | undefined): PromptShape {
  const properties = schemaProperties(schema);
  return (
    familyOf(model)?.promptShape ??
    ('content' in properties && !('prompt' in properties) ? 'content' : 'prompt')
  );
}

/**
 * Builds the body of a submit: v2's envelope with the parameters in its `input`, or v1's flat body. Throws UsageError for
 * words that the way has no place for.
 * @see service document §2.4, §2.6, §4.5
 */
export function buildSubmission(
  words: RequestWords,
  schema: InputDescription | undefined,
  route: RequestRoute = 'jobs',
): Record<string, unknown> {
  if (words.body === undefined && words.model === undefined) throw noModel();
  const body: Record<string, unknown> = { ...words.body };
  if (words.model !== undefined) body.model = words.model;
  if (requestRoutes[route].api === 'v1') return flatBody(body, words, schema, route);
  putInput(body, words, schema);
  if (words.count !== undefined) body.output = { ...objectOf(body.output), count: words.count };
  if (words.callbackUrl !== undefined) body.callback_url = words.callbackUrl;
  if (words.promptEnhance !== undefined) body.prompt_enhance = words.promptEnhance;
  return body;
}

/** On v1 the parameters stand beside the model; a body given whole stays as it is but for what flags say. */
function flatBody(
  { model, ...given }: Record<string, unknown>,
  words: RequestWords,
  schema: InputDescription | undefined,
  route: RequestRoute,
): Record<string, unknown> {
  assertOnV1(words, route);
  const input: Record<string, unknown> = { ...given, ...words.input };
  const options = route === 'images' ? { ...words.options, n: words.count } : words.options;
  putParameters(input, { ...words, options }, typeof model === 'string' ? model : '', schema);
  return { model, ...input };
}

/** Fields of v2's envelope have no place on v1. @see service document §2.4 */
function assertOnV1({ callbackUrl, count, promptEnhance }: RequestWords, route: RequestRoute): void {
  const given = [
    ['--callback-url', callbackUrl],
    ['--prompt-enhance', promptEnhance],
    ['--count', route === 'images' ? undefined : count],
  ].find(([, value]) => value !== undefined);
  if (given === undefined) return;
  throw new UsageError({
    code: 'flag_not_on_route',
    message: `${given[0]} can't be used on the route ${route}`,
    why: 'It is a part of v2 alone.',
    hint: `leave ${given[0]} out, or send it to v2: leave --api v1 and --route out`,
  });
}

/** Puts what flags say into the input. A body given whole, and one that is broken, stays as it is: the checks name it. */
function putInput(
  body: Record<string, unknown>,
  words: RequestWords,
  schema: InputDescription | undefined,
): void {
  const options = Object.values(words.options).filter((value) => value !== undefined);
  const given = words.input ?? body.input;
  const nothingToPut =
    words.prompt === undefined && words.media.length + options.length + words.set.length === 0;
  if (words.body !== undefined && words.input === undefined && nothingToPut) return;
  if (given !== undefined && objectOf(given) === undefined) return;
  const input: Record<string, unknown> = { ...objectOf(given) };
  putParameters(input, words, typeof body.model === 'string' ? body.model : '', schema);
  body.input = input;
}

function putParameters(
  input: Record<string, unknown>,
  words: RequestWords,
  model: string,
  schema: InputDescription | undefined,
): void {
  if (promptShapeOf(model, schema) === 'content') putContent(input, words);
  else putPrompt(input, words, model, schema);
  const options = Object.entries(words.options).filter(([, value]) => value !== undefined);
  for (const [name, value] of [...options, ...words.set]) input[name] = value;
}

/** A prompt takes the place of the words that were there; media come after the media that were there. */
function putContent(input: Record<string, unknown>, words: RequestWords): void {
  if (words.prompt === undefined && words.media.length === 0) return;
  const before: unknown[] = Array.isArray(input.content) ? input.content : [];
  const kept = words.prompt === undefined ? before : before.filter((part) => objectOf(part)?.type !== 'text');
  const text = words.prompt === undefined ? [] : [{ type: 'text', text: words.prompt }];
  input.content = [...text, ...kept, ...words.media.map(mediaPart)];
}

function putPrompt(
  input: Record<string, unknown>,
  words: RequestWords,
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

function noModel(): UsageError {
  return new UsageError({
    code: 'model_required',
    message: 'No model is named',
    why: 'Neither --model, GENCTL_MODEL, the project file, the profile nor the settings name one.',
    hint: 'genctl models, then genctl submit … --model ID',
  });
}
