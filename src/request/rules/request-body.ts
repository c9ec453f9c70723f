import { UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { withValueAt } from '../../schema/json/json-place.ts';
import { shapedLink } from '../../schema/link-shape.ts';
import { mediaPart } from '../../service/body/media-part.ts';
import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { type KnownEntry, type Recipient, takesContent } from '../../service/body/recipient.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { flagOfOption, flagOfRole, type RequestWords } from '../../service/request-words.ts';
import type { MediaRole } from '../../service/wire-values.ts';
import { objectOf, ownText } from '../../text/json-object.ts';
import { placedOption } from '../fields/flag-to-field.ts';
import { mediaFieldOf } from '../fields/media-field.ts';
import { flagsRefused, unwordableFlags } from '../flags/refused-flags.ts';

/**
 * The body of a final: the id of its draft, and the resolution where the generator needs it.
 * @see service document §3
 */
export function finalBody(route: RequestRoute, model: string, draftId: string): Record<string, unknown> {
  const content = [{ type: 'draft_task', draft_task: { id: draftId } }];
  const { isFlat, setsResolution } = requestRoutes[route];
  const input = setsResolution ? { content } : { content, resolution: '1080p' };
  return isFlat ? { model, ...input } : { model, input };
}

/**
 * Builds the body of a submit: v2's envelope with the parameters in its `input`, or v1's flat body. Throws UsageError for words
 * that the route or the model has no field for.
 * @see service document §2.4, §2.6, §4.5
 */
export function buildSubmission(
  words: RequestWords,
  entry: KnownEntry | undefined,
  route: RequestRoute = 'jobs',
): Record<string, unknown> {
  if (words.body === undefined && words.model === undefined) throw noModel(route);
  const body: Record<string, unknown> = { ...words.body };
  if (words.model !== undefined) body.model = words.model;
  const recipient = { model: ownText(body, 'model') ?? '', entry, route };
  const unwordable = unwordableFlags(words, recipient);
  if (unwordable.length > 0) throw flagsRefused(unwordable, recipient);
  if (requestRoutes[route].isFlat) return flatBody(body, words, recipient);
  putInput(body, words, recipient);
  if (words.count !== undefined) body.output = { ...objectOf(body.output), count: words.count };
  if (words.callbackUrl !== undefined) body.callback_url = words.callbackUrl;
  if (words.promptEnhance !== undefined) body.prompt_enhance = words.promptEnhance;
  return body;
}

/** Builds a body of v1, whose parameters stand beside the model. A whole body that is given is changed only by flags. */
function flatBody(
  { model, ...given }: Record<string, unknown>,
  words: RequestWords,
  recipient: Recipient,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...given, ...words.input };
  const { countField } = requestRoutes[recipient.route];
  const options = countField === undefined ? words.options : { ...words.options, [countField]: words.count };
  putParameters(input, { ...words, options }, recipient);
  return { model, ...input };
}

/** Writes what flags say into the input. A broken body stays as it is, so that the checks can report it. */
function putInput(body: Record<string, unknown>, words: RequestWords, recipient: Recipient): void {
  const options = Object.values(words.options).filter((value) => value !== undefined);
  const given = words.input ?? body.input;
  const nothingToPut =
    words.prompt === undefined && words.media.length + options.length + words.set.length === 0;
  if (words.body !== undefined && words.input === undefined && nothingToPut) return;
  if (given !== undefined && objectOf(given) === undefined) return;
  const input: Record<string, unknown> = { ...objectOf(given) };
  putParameters(input, words, recipient);
  body.input = input;
}

/** The code of a request without a model. */
export const noModelCode = 'model_required';

function noModel(route: RequestRoute): UsageError {
  return new UsageError({
    code: noModelCode,
    message: 'No model is named',
    why: 'Neither --model, GENCTL_MODEL, the project file, the profile nor the settings name one.',
    hint: say`${genctl`models`}, then ${genctl`${requestRoutes[route].command} … --model ID`}`,
  });
}

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
