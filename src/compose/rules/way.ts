import type { JsonPlace } from '../../schema/json/json-place.ts';
import type { Member } from '../../schema/nodes/members.ts';
import type { Field } from '../../service/fields/field.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
} from './composition.ts';
import { isCircling, isTooDeep } from './depth.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { askedMembers, chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { promptNeed, promptOf } from './prompt-words.ts';

/** The first position in asking for the value at a place: the value itself, or its first part. */
export function enter(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const field = fieldAt(place, composition, facts);
  if (field?.shape.kind === 'variant')
    return isTooDeep(place) ? { at: 'json', place } : { at: 'variant', place };
  return enterChosen(place, composition, facts);
}

/** The same for a required value, which nobody chose to enter: a schema that requires itself again and again is asked for as JSON. */
export function enterRequired(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const position = enter(place, composition, facts);
  if (position.at === 'value' || !isCircling(place, composition, facts)) return position;
  return { at: 'json', place };
}

/** The same, once the kind of the value is chosen. */
export function enterChosen(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const field = chosenFieldAt(place, composition, facts);
  switch (field?.shape.kind) {
    case undefined:
    case 'json':
    case 'variant':
      return { at: 'json', place };
    case 'list':
    case 'content':
      return { at: isTooDeep(place) ? 'json' : 'menu', place };
    case 'object': {
      if (isTooDeep(place)) return { at: 'json', place };
      const first = requiredNames(place, field, composition)[0];
      return first === undefined
        ? afterRequired(place, field, composition, facts)
        : enterRequired([...place, first], composition, facts);
    }
    default:
      return { at: 'value', place };
  }
}

/** The next position once the value at a place is complete. */
export function onward(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  if (place.length <= 1 && place[0] === 'input') return { at: 'summary' };
  if (place[0] !== 'input') return backToSummary({ at: 'menu', place: inputPlace }, composition);
  const parent = place.slice(0, -1);
  const field = chosenFieldAt(parent, composition, facts);
  if (field?.shape.kind !== 'object')
    return field === undefined ? { at: 'summary' } : { at: 'menu', place: parent };
  const required = requiredNames(parent, field, composition);
  const index = required.indexOf(String(place.at(-1)));
  if (index === -1) return backToSummary({ at: 'menu', place: parent }, composition);
  if (composition.reviewed && parent.length === 1) return toSummary(composition, facts);
  const next = required[index + 1];
  return next === undefined
    ? afterRequired(parent, field, composition, facts)
    : enterRequired([...parent, next], composition, facts);
}

/** The next position once the prompt is given. */
export function onwardFromWords(composition: Composition, facts: ComposeFacts): Position {
  return composition.reviewed ? toSummary(composition, facts) : enter(inputPlace, composition, facts);
}

/** The next position once the model is chosen. */
export function onwardFromModel(composition: Composition, facts: ComposeFacts): Position {
  const need = promptNeed(entryOf(composition, facts));
  if (need === undefined) return onwardFromWords(composition, facts);
  const isThere = promptOf(inputOf(composition), need.shape) !== undefined;
  return composition.reviewed && (isThere || !need.required)
    ? onwardFromWords(composition, facts)
    : { at: 'prompt' };
}

/** The summary, or the first required field that has no answer yet. */
function toSummary(composition: Composition, facts: ComposeFacts): Position {
  const field = chosenFieldAt(inputPlace, composition, facts);
  const input = inputOf(composition);
  const open = requiredNames(inputPlace, field, composition).find((name) => !Object.hasOwn(input, name));
  return open === undefined ? { at: 'summary' } : enterRequired([...inputPlace, open], composition, facts);
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
  const beside = place.length === 1 ? envelopeMembers(entryOf(composition, facts)).length : 0;
  const hasOptional = askedMembers(place, field, model).some(({ required }) => !required);
  return hasOptional || beside > 0 ? { at: 'menu', place } : onward(place, composition, facts);
}

function requiredNames(
  place: JsonPlace,
  field: Field | undefined,
  composition: Composition,
): readonly string[] {
  if (field?.shape.kind !== 'object') return [];
  const known = required.get(field.shape.members) ?? namesRequired(place, field, composition);
  required.set(field.shape.members, known);
  return known;
}

/** The required names of each object, read once: each of a thousand questions in a row looks for the next one. */
const required = new WeakMap<readonly Member[], readonly string[]>();

function namesRequired(place: JsonPlace, field: Field, composition: Composition): readonly string[] {
  return askedMembers(place, field, modelOf(composition) ?? '')
    .filter((member) => member.required)
    .map(({ name }) => name);
}
