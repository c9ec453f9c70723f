import * as z from 'zod/mini';
import type { Cast } from '../../account/settings/setting-table.ts';
import type { JudgeTools } from '../../schema/document.ts';
import { type JsonPlace, placeKey, withoutValueAt, withValueAt } from '../../schema/json/json-place.ts';
import type { ModelEntry } from '../../service/model.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

const placeSchema = z.array(z.union([z.string(), z.int().check(z.nonnegative())]));

const positionSchema = z.union([
  z.object({ at: z.enum(['model', 'prompt', 'summary']) }),
  /** One value by its type, its kind, a menu of its members or elements, or the whole of it as JSON. */
  z.object({ at: z.enum(['value', 'variant', 'menu', 'json']), place: z.readonly(placeSchema) }),
  /** A part of a content list; `choice` is an index into the kinds that the list takes. */
  z.object({ at: z.literal('part'), place: z.readonly(placeSchema), choice: z.number() }),
]);

/** The position of a composition, which decides the next question. A place is a path in the body, such as `input`, `duration`. */
export type Position = z.infer<typeof positionSchema>;

/** A request that is being put together, as it is kept. Parts that can't be read are asked for again. */
export const keptSchema = z.object({
  /** The answers so far, in the shape in which they are sent. The prompt and the media keep the names of the cast. */
  body: z.catch(z.record(z.string(), z.unknown()), {}),
  /** The chosen kind of each value that may be of several kinds, by its place. */
  variants: z.catch(z.record(z.string(), z.int()), {}),
  position: z.catch(positionSchema, { at: 'model' }),
  /** The positions before this one; going back returns to the last. */
  trail: z.catch(z.array(positionSchema), []),
  /** True if the person is done with the options: from then on a change leads to the summary. */
  reviewed: z.catch(z.boolean(), false),
  /** The words that were typed at a question and not entered, by its position. They are in its line when it is asked again. */
  begun: z.catch(z.record(z.string(), z.string()), {}),
});

export type KeptComposition = z.infer<typeof keptSchema>;

/** A request that is being put together, and what that depends on. */
export interface Composition extends KeptComposition {
  facts: ComposeFacts;
  /** The question that the person went back from; undefined once another was answered. */
  backFrom?: Position | undefined;
}

/** Why the file of a kept request may be another one than the person meant. */
export interface FileDoubt {
  message: string;
  fix: string;
}

/** The facts that a composition depends on, beside the answers. */
export interface ComposeFacts {
  models: readonly ModelEntry[];
  /** The ids of models that v1 alone serves. */
  onV1?: readonly string[] | undefined;
  /** Judges patterns and formats; without it they are not checked. */
  tools?: JudgeTools | undefined;
  /** The names that stand for files. */
  cast?: Cast | undefined;
  /** The doubts about files of a kept request, by their words, until somebody enters these again. */
  doubts?: ReadonlyMap<string, FileDoubt> | undefined;
  /** False where the account makes no link of a local file, since no upload_command is set. */
  uploads?: boolean | undefined;
  /** The model that a project or a profile has as its default. */
  usualModel?: string | undefined;
  /** The cost of a job of a model by the request so far, in words; undefined where nothing is known of it. */
  costOf?: ((model: string) => string | undefined) | undefined;
}

/** A new composition, with the body as far as it is known already. */
export function startComposition(body: Record<string, unknown> = {}): KeptComposition {
  return { body, variants: {}, position: { at: 'model' }, trail: [], reviewed: false, begun: {} };
}

/** The words that were typed at a question and not entered; unless another is named, at the one that is asked. */
export function begunAt({ begun, position }: KeptComposition, at: Position = position): string | undefined {
  return ownText(begun, JSON.stringify(at));
}

/** The composition with other words, or none, that were typed at a question and not entered. */
export function withBegun<Kept extends KeptComposition>(
  composition: Kept,
  words: string | undefined,
  at: Position = composition.position,
): Kept {
  const key = JSON.stringify(at);
  const { [key]: _, ...others } = composition.begun;
  const added = words === undefined ? {} : { [key]: words };
  return { ...composition, begun: { ...others, ...added } };
}

/**
 * Turns the flat body of a v1 request into a v2 body; a v2 body is returned unchanged. The option for the closing still is left
 * out, since v2 has none. @see service document §2.4, §2.5, §2.7
 */
export function nestedBody(body: Record<string, unknown>): Record<string, unknown> {
  if (objectOf(body.input) !== undefined) return body;
  const { model, n, return_last_frame: _, ...input } = body;
  const output = typeof n === 'number' ? { output: { count: n } } : {};
  return { model, input, ...output };
}

export function modelOf({ body }: Pick<Composition, 'body'>): string | undefined {
  return ownText(body, 'model');
}

/** The live entry of the chosen model. For a model that is not listed it has nothing but the id. */
export function entryOf(composition: Composition): ModelEntry {
  const id = modelOf(composition) ?? '';
  return composition.facts.models.find((model) => model.id === id) ?? unlistedEntry(id);
}

function unlistedEntry(id: string): ModelEntry {
  return {
    id,
    medium: undefined,
    runtimeSeconds: undefined,
    maxOutputCount: undefined,
    inputSchema: undefined,
  };
}

export function inputOf({ body }: Pick<Composition, 'body'>): Record<string, unknown> {
  return objectOf(ownValue(body, 'input')) ?? {};
}

/** Tells whether it is the final of a draft. @see service document §3 */
export function isFinal(composition: Composition): boolean {
  const { content } = inputOf(composition);
  return Array.isArray(content) && content.some(isDraftPart);
}

export function isDraftPart(part: unknown): boolean {
  return ownValue(objectOf(part), 'type') === 'draft_task';
}

/** The composition with a value at a place of its body. */
export function withPlaced(composition: Composition, place: JsonPlace, value: unknown): Composition {
  return { ...composition, body: withValueAt(composition.body, place, value) as Record<string, unknown> };
}

/** The composition without a value, and without `output` where that would be left empty. */
export function withoutPlaced(composition: Composition, place: JsonPlace): Composition {
  const body = withoutValueAt(composition.body, place) as Record<string, unknown>;
  const { output, ...others } = body;
  const isBare = place[0] === 'output' && Object.keys(objectOf(output) ?? {}).length === 0;
  return { ...composition, body: isBare ? others : body };
}

export function variantAt({ variants }: Composition, place: JsonPlace): number | undefined {
  return Object.hasOwn(variants, placeKey(place)) ? variants[placeKey(place)] : undefined;
}
