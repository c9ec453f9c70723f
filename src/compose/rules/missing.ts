import { isSamePlace, type JsonPlace, placeKey, valueAt } from '../../schema/json/json-place.ts';
import { schemaProblems } from '../../schema/judge.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
} from './composition.ts';
import { isCircling, isTooDeep } from './depth.ts';
import { asksFor, chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { valueAsSent } from './local-files.ts';
import { promptNeed, promptOf } from './prompt-words.ts';
import { enterRequired } from './way.ts';

/** At most so many missing values are reported. */
const missingMost = 50;

/**
 * The places of a body where its model's schema requires a value and there is none. The answers may decide what is required, such
 * as the kind of a value or the presence of another field, so the whole input is checked against the schema.
 */
export function missingPlaces(composition: Composition, facts: ComposeFacts): JsonPlace[] {
  const entry = entryOf(composition, facts);
  if (entry === undefined) return [];
  if (entry.inputSchema !== undefined)
    return missingInside(inputPlace, composition, facts).slice(0, missingMost);
  const need = promptNeed(entry);
  const lacksWords = need?.required === true && promptOf(inputOf(composition), need.shape) === undefined;
  return lacksWords ? [[...inputPlace, need.shape]] : [];
}

/** The missing places inside a value, by the kind that the person chose; the schema's judge would go by the nearest kind. */
function missingInside(place: JsonPlace, composition: Composition, facts: ComposeFacts): JsonPlace[] {
  const field = chosenFieldAt(place, composition, facts);
  if (field === undefined) return [];
  const value = valueAsSent(composition.body, place) ?? (place.length === 1 ? {} : undefined);
  const found = schemaProblems(value, field.schema, field.document)
    .filter(({ rule }) => rule === 'schema-required')
    .slice(0, missingMost)
    .map((problem) => [...place, ...problem.place]);
  const settled = new Map<string, JsonPlace[]>();
  for (const missing of found) {
    const kind = kindAbove(missing, place.length, composition, facts);
    const key = placeKey(kind ?? missing);
    if (!settled.has(key))
      settled.set(key, kind === undefined ? [missing] : missingInside(kind, composition, facts));
  }
  return [...settled.values()].flat();
}

/** The outermost value on the path to a place that may be of several kinds, and lies more than `from` steps deep. */
function kindAbove(
  place: JsonPlace,
  from: number,
  composition: Composition,
  facts: ComposeFacts,
): JsonPlace | undefined {
  for (let length = from + 1; length < place.length; length += 1) {
    const above = place.slice(0, length);
    if (fieldAt(above, composition, facts)?.shape.kind === 'variant') return above;
  }
  return undefined;
}

/** The position where a missing value is asked for; undefined where no question can ask for it. */
export function missingPosition(
  place: JsonPlace,
  composition: Composition,
  facts: ComposeFacts,
): Position | undefined {
  const need = promptNeed(entryOf(composition, facts));
  if (need !== undefined && isSamePlace(place, [...inputPlace, need.shape])) return { at: 'prompt' };
  const parent = place.slice(0, -1);
  const above = chosenFieldAt(parent, composition, facts);
  const name = place.at(-1);
  if (above?.shape.kind !== 'object' || typeof name !== 'string' || isTooDeep(place)) return undefined;
  if (objectOf(valueAt(composition.body, parent)) === undefined && parent.length > 1) return undefined;
  const isAsked = asksFor(parent, above, modelOf(composition) ?? '');
  if (!isAsked(name) || isForbidden(place, composition, facts)) return undefined;
  return isCircling(place, composition, facts) ? undefined : enterRequired(place, composition, facts);
}

/** Whether a schema requires a value and allows none. */
function isForbidden(place: JsonPlace, composition: Composition, facts: ComposeFacts): boolean {
  const { properties } = objectOf(chosenFieldAt(place.slice(0, -1), composition, facts)?.schema) ?? {};
  return ownValue(objectOf(properties), String(place.at(-1))) === false;
}

/** The position where a value that no question asks for is written as JSON: at the innermost existing object around it. */
export function jsonAround(place: JsonPlace, { body }: Composition): Position {
  let around = place.slice(0, -1);
  while (around.length > 1 && objectOf(valueAt(body, around)) === undefined) around = around.slice(0, -1);
  return { at: 'json', place: around.length === 0 ? place.slice(0, 1) : around };
}
