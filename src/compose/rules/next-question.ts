import { isSamePlace, type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { fitsSchema, schemaProblems } from '../../schema/judge.ts';
import type { Field } from '../../service/fields/field.ts';
import { objectOf } from '../../text/json-object.ts';
import { type Composition, type Position, variantAt } from './composition.ts';
import { askedMembers, chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { valueAsSent } from './local-files.ts';
import { promptNeed } from './prompt-words.ts';

/** At most so many missing values are looked at. */
const missingMost = 50;

/**
 * The places inside a value where the schema requires another value and there is none. What is required may hang on the answers,
 * such as the presence of another field, so the judge of the schema says it.
 */
export function missingPlaces(composition: Composition, place = inputPlace): JsonPlace[] {
  const field = chosenFieldAt(place, composition);
  if (field === undefined) return [];
  return schemaProblems(valueAsSent(composition, place) ?? {}, field.schema, field.document)
    .filter(({ rule }) => rule === 'schema-required')
    .slice(0, missingMost)
    .map((problem) => [...place, ...problem.place]);
}

export function isMissing(place: JsonPlace, composition: Composition): boolean {
  return missingPlaces(composition).some((one) => isSamePlace(one, place));
}

/** A list or an object more steps below the body is written as JSON instead of asked for part by part: two levels of the input are asked for. */
const deepestAsked = 2;

/** Tells whether a value is so deep inside the body that its parts are not asked for. */
export function isTooDeep(place: JsonPlace): boolean {
  return place.length > deepestAsked;
}

/** The first position in asking for the value at a place: its kind, the value itself, or its first part. */
export function enter(place: JsonPlace, composition: Composition): Position {
  const isOfKinds = fieldAt(place, composition)?.shape.kind === 'variant';
  return isOfKinds ? { at: 'variant', place } : enterChosen(place, composition);
}

/** As `enter`, once the kind of the value is chosen. */
export function enterChosen(place: JsonPlace, composition: Composition): Position {
  const kind = chosenFieldAt(place, composition)?.shape.kind;
  if (kind === undefined || kind === 'json' || kind === 'variant') return { at: 'json', place };
  if (kind !== 'list' && kind !== 'content' && kind !== 'object') return { at: 'value', place };
  if (isTooDeep(place)) return { at: 'json', place };
  const lacked = kind === 'object' ? lackedInside(place, composition) : undefined;
  return lacked ?? { at: 'menu', place };
}

/** The next position once the value at a place is complete. */
export function onward(place: JsonPlace, composition: Composition): Position {
  const parent = place.slice(0, -1);
  const field = parent.length < 2 ? undefined : chosenFieldAt(parent, composition);
  if (field === undefined) return ahead(composition);
  const lacked = field.shape.kind === 'object' ? lackedInside(parent, composition) : undefined;
  const isOver =
    field.shape.kind === 'object' && askedMembers(parent, field, composition).every((one) => one.required);
  return lacked ?? (isOver ? onward(parent, composition) : { at: 'menu', place: parent });
}

/**
 * The next position among all that a request needs: the prompt, the media of a content list, required values, the options, the
 * summary. The summary itself leads to whatever is missing then.
 */
export function ahead(composition: Composition): Position {
  const { position, reviewed, trail } = composition;
  if (reviewed) return { at: 'summary' };
  const content = [...inputPlace, 'content'];
  const isSeen = (at: Position['at'], place?: JsonPlace): boolean =>
    [...trail, position].some(
      (one) => one.at === at && (!place || ('place' in one && isSamePlace(one.place, place))),
    );
  if (promptNeed(composition) !== undefined && !isSeen('prompt')) return { at: 'prompt' };
  const isOfKinds = fieldAt(inputPlace, composition)?.shape.kind === 'variant';
  if (isOfKinds && variantAt(composition, inputPlace) === undefined)
    return { at: 'variant', place: inputPlace };
  const takesMedia = fieldAt(content, composition)?.shape.kind === 'content';
  if (takesMedia && !isSeen('menu', content)) return { at: 'menu', place: content };
  return lackedInside(inputPlace, composition) ?? { at: 'menu', place: inputPlace };
}

/** The position where a missing value is asked for; undefined where no question can ask for it. */
export function missingPosition(place: JsonPlace, composition: Composition): Position | undefined {
  const need = promptNeed(composition);
  if (need !== undefined && isSamePlace(place, [...inputPlace, need.shape])) return { at: 'prompt' };
  const parent = place.slice(0, -1);
  const field = isTooDeep(parent) ? undefined : chosenFieldAt(parent, composition);
  if (field === undefined) return undefined;
  const isAsked = askedMembers(parent, field, composition).some(({ name }) => name === place.at(-1));
  return isAsked ? enter(place, composition) : undefined;
}

/** The position of the first missing value inside a value that can be asked for. */
function lackedInside(place: JsonPlace, composition: Composition): Position | undefined {
  for (const missing of lackedPlaces(place, composition)) {
    const position = missingPosition(missing, composition);
    if (position !== undefined) return position;
  }
  return undefined;
}

/** The members that are always required come first: they are in the order of the schema, and to find them takes no judge. */
function* lackedPlaces(place: JsonPlace, composition: Composition): Generator<JsonPlace> {
  const field = chosenFieldAt(place, composition);
  const value = objectOf(valueAt(composition.body, place)) ?? {};
  for (const { name, required } of field === undefined ? [] : askedMembers(place, field, composition))
    if (required && !Object.hasOwn(value, name)) yield [...place, name];
  yield* missingPlaces(composition, place);
}

/** The value of a field that is required and can have no other, so that there is nothing to ask. */
export function onlyValue(field: Field | undefined): unknown {
  if (field?.required !== true || field.shape.kind !== 'choice' || field.shape.values.length !== 1)
    return undefined;
  const [only] = field.shape.values;
  return fitsSchema(only, field.schema, field.document) ? only : undefined;
}
