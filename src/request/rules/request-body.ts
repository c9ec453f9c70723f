import { UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { KnownEntry, Recipient } from '../../service/body/recipient.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import { objectOf, ownText } from '../../text/json-object.ts';
import { flagsRefused, unwordableFlags } from '../flags/refused-flags.ts';
import { putParameters } from './request-parameters.ts';

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

function noModel(route: RequestRoute): UsageError {
  return new UsageError({
    code: 'model_required',
    message: 'No model is named',
    why: 'Neither --model, GENCTL_MODEL, the project file, the profile nor the settings name one.',
    hint: say`${genctl`models`}, then ${genctl`${requestRoutes[route].command} … --model ID`}`,
  });
}
