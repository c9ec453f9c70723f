import type { Field } from '../schema/field.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
} from './composition.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { askedMembers, chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { type JsonPlace, valueAt } from './json-place.ts';
import { promptNeed, promptOf } from './prompt-words.ts';

/** The first position inside the value at a place: itself, or what it is made of. */
export function enter(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const field = fieldAt(place, composition, facts);
  if (field?.shape.kind === 'variant') return { at: 'variant', place };
  return enterChosen(place, composition, facts);
}

/** The same, once it is settled which kind of value it is. */
export function enterChosen(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const field = chosenFieldAt(place, composition, facts);
  switch (field?.shape.kind) {
    case undefined:
    case 'json':
    case 'variant':
      return { at: 'json', place };
    case 'list':
    case 'content':
      return { at: 'menu', place };
    case 'object': {
      const [first] = requiredPlaces(place, field, composition);
      return first === undefined
        ? afterRequired(place, field, composition, facts)
        : enter(first, composition, facts);
    }
    default:
      return { at: 'value', place };
  }
}

/** Where it goes on once the value at a place is complete. */
export function onward(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  if (place.length <= 1 && place[0] === 'input') return { at: 'summary' };
  if (place[0] !== 'input') return backToSummary({ at: 'menu', place: inputPlace }, composition);
  const parent = place.slice(0, -1);
  const field = chosenFieldAt(parent, composition, facts);
  if (field?.shape.kind !== 'object')
    return field === undefined ? { at: 'summary' } : { at: 'menu', place: parent };
  const required = requiredPlaces(parent, field, composition);
  const index = required.findIndex((one) => one.at(-1) === place.at(-1));
  if (index === -1) return backToSummary({ at: 'menu', place: parent }, composition);
  if (composition.reviewed && parent.length === 1) return toSummary(composition, facts);
  const next = required[index + 1];
  return next === undefined
    ? afterRequired(parent, field, composition, facts)
    : enter(next, composition, facts);
}

/** Where it goes on from the model or the prompt. */
export function onwardFromWords(composition: Composition, facts: ComposeFacts): Position {
  return composition.reviewed ? toSummary(composition, facts) : enter(inputPlace, composition, facts);
}

export function onwardFromModel(composition: Composition, facts: ComposeFacts): Position {
  const entry = entryOf(composition, facts);
  const need = entry === undefined ? undefined : promptNeed(entry);
  if (need === undefined) return onwardFromWords(composition, facts);
  const isThere = promptOf(inputOf(composition), need.shape) !== undefined;
  return composition.reviewed && (isThere || !need.required)
    ? onwardFromWords(composition, facts)
    : { at: 'prompt' };
}

/** The summary, unless something that is required has no answer yet. */
function toSummary(composition: Composition, facts: ComposeFacts): Position {
  const field = chosenFieldAt(inputPlace, composition, facts);
  const open = requiredPlaces(inputPlace, field, composition).find(
    (place) => valueAt(composition.body, place) === undefined,
  );
  return open === undefined ? { at: 'summary' } : enter(open, composition, facts);
}

/** A change that was begun at the summary leads back to it. */
function backToSummary(position: Position & { place: JsonPlace }, composition: Composition): Position {
  const cameFromSummary = composition.trail.at(-1)?.at === 'summary';
  return cameFromSummary && position.place.length === 1 ? { at: 'summary' } : position;
}

function afterRequired(
  place: JsonPlace,
  field: Field,
  composition: Composition,
  facts: ComposeFacts,
): Position {
  const model = modelOf(composition) ?? '';
  const entry = entryOf(composition, facts);
  const beside = place.length === 1 && entry !== undefined ? envelopeMembers(entry).length : 0;
  const optional = askedMembers(place, field, model).filter(({ required }) => !required).length;
  return optional + beside > 0 ? { at: 'menu', place } : onward(place, composition, facts);
}

function requiredPlaces(place: JsonPlace, field: Field | undefined, composition: Composition): JsonPlace[] {
  if (field === undefined) return [];
  return askedMembers(place, field, modelOf(composition) ?? '')
    .filter(({ required }) => required)
    .map(({ name }) => [...place, name]);
}
