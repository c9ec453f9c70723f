import type { ModelEntry } from '../../contract/model.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import type { JudgeTools } from '../schema/document.ts';
import { isSamePlace, type JsonPlace, placeKey } from './json-place.ts';

/** Where a composition stands: what is asked next. Places are those of the body, such as `input`, `duration`. */
export type Position =
  | { at: 'model' }
  | { at: 'prompt' }
  /** One value, by its type. */
  | { at: 'value'; place: JsonPlace }
  /** Which of several kinds a value is of. */
  | { at: 'variant'; place: JsonPlace }
  /** The members of an object or the elements of a list, to pick from. */
  | { at: 'menu'; place: JsonPlace }
  /** What to do with one element of a list. */
  | { at: 'item'; place: JsonPlace }
  /** A part of a content list; `choice` counts among the kinds that the list takes. */
  | { at: 'part'; place: JsonPlace; choice: number }
  | { at: 'json'; place: JsonPlace }
  | { at: 'summary' };

/** A request that is being put together. */
export interface Composition {
  /** What was answered, in the shape in which it is sent. */
  body: Record<string, unknown>;
  /** Which kind was chosen of a value that may be of several, by its place. */
  variants: Readonly<Record<string, number>>;
  position: Position;
  /** The positions before this one; going back takes the last. */
  trail: readonly Position[];
  /** Whether the summary was seen: from then on a change leads back to it. */
  reviewed: boolean;
  /** What is being asked for because the body lacks it, before the summary is shown; undefined for any other question. */
  missing?: JsonPlace | undefined;
  /** Keys of the places that were asked for so and gone back from: they are not asked for again, but spoken of. */
  passedOver?: readonly string[] | undefined;
}

/** What is known of the models, and of nothing else. */
export interface ComposeFacts {
  models: readonly ModelEntry[];
  /** What patterns and formats are judged with. */
  tools?: JudgeTools | undefined;
}

/** A composition that begins with what is known already. */
export function startComposition(body: Record<string, unknown> = {}): Composition {
  return { body, variants: {}, position: { at: 'model' }, trail: [], reviewed: false };
}

/**
 * The body of a v1 request, whose parameters are flat, as one of v2; a v2 body as it is. The closing still is left out: v2
 * has none. @see service document §2.4, §2.5, §2.7
 */
export function nestedBody(body: Record<string, unknown>): Record<string, unknown> {
  if (objectOf(body.input) !== undefined) return body;
  const { model, n, return_last_frame: _, ...input } = body;
  const output = typeof n === 'number' ? { output: { count: n } } : {};
  return { model, input, ...output };
}

export function modelOf({ body }: Composition): string | undefined {
  const model = ownValue(body, 'model');
  return typeof model === 'string' ? model : undefined;
}

/** The live entry of the chosen model; one that the list does not have is known by its id alone. */
export function entryOf(composition: Composition, { models }: ComposeFacts): ModelEntry | undefined {
  const id = modelOf(composition);
  if (id === undefined) return undefined;
  return (
    models.find((model) => model.id === id) ?? {
      id,
      medium: undefined,
      runtimeSeconds: undefined,
      maxOutputCount: undefined,
      inputSchema: undefined,
    }
  );
}

export function inputOf({ body }: Composition): Record<string, unknown> {
  return objectOf(ownValue(body, 'input')) ?? {};
}

/** Whether a value is being asked for because the body lacks it: then it can't be left out. */
export function isLacked(place: JsonPlace, { missing }: Composition): boolean {
  return missing !== undefined && isSamePlace(missing, place);
}

export function variantAt({ variants }: Composition, place: JsonPlace): number | undefined {
  return Object.hasOwn(variants, placeKey(place)) ? variants[placeKey(place)] : undefined;
}
