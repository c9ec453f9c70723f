import {
  isSamePlace,
  type JsonPlace,
  placeKey,
  valueAt,
  withoutValueAt,
} from '../../schema/json/json-place.ts';
import { mediaPart } from '../../service/body/media-part.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import { objectOf } from '../../text/json-object.ts';
import { changeModel } from './change-model.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  isLacked,
  type Position,
  withPlaced,
} from './composition.ts';
import { chosenFieldAt, fieldAt, variantOf } from './fields-at.ts';
import { withoutForegone } from './foregone.ts';
import { missingPlaces, missingPosition } from './missing.ts';
import { promptNeed, withPrompt } from './prompt-words.ts';
import { enterChosen, onward, onwardFromModel, onwardFromWords } from './way.ts';

/** A person's answer to a question. */
export type Answer =
  | { give: 'model'; id: string }
  | { give: 'prompt'; words: string }
  /** Undefined leaves the field out. */
  | { give: 'value'; value: unknown }
  | { give: 'variant'; index: number }
  /** The link of a part, or the id of a draft. */
  | { give: 'part'; choice: PartChoice; source: string }
  /** `missing`: the place of a missing value that this leads to. */
  | { give: 'go'; to: Position; missing?: JsonPlace | undefined }
  | { give: 'remove'; place: JsonPlace }
  | { give: 'done' }
  | { give: 'back' };

/** The composition after an answer to its question, at the position of the next question. */
export function answered(composition: Composition, answer: Answer, facts: ComposeFacts): Composition {
  const after = taken(composition, answer, facts);
  if (answer.give === 'back') return passedOver(composition, after);
  const settled = withoutForegone(after, facts);
  const asked = answer.give === 'go' ? { ...settled, missing: answer.missing } : settled;
  return withMissing(composition, asked, facts);
}

/** A missing value is asked for once. A person who goes back from that question has seen that it is missing. */
function passedOver({ missing, passedOver: before = [] }: Composition, after: Composition): Composition {
  if (missing === undefined) return after;
  return { ...after, missing: undefined, passedOver: [...before, placeKey(missing)] };
}

/** More missing values than any real schema has one after another. */
const missingInARowMost = 50;

/**
 * Checks the whole body against the schema before the summary is shown. Values that an answer has made required are asked for,
 * one after the other.
 */
function withMissing(before: Composition, after: Composition, facts: ComposeFacts): Composition {
  let settled = after;
  for (let step = 0; step < missingInARowMost; step += 1) {
    const { missing, position } = settled;
    if (position.at !== 'summary' && (missing === undefined || isWithin(position, missing))) return settled;
    const { passedOver: passed = [] } = settled;
    const open = missingPlaces(settled, facts)
      .filter((place) => !passed.includes(placeKey(place)))
      .map((place) => ({ place, go: missingPosition(place, settled, facts) }))
      .find(({ go }) => go !== undefined);
    if (open?.go === undefined) return { ...move(settled, { at: 'summary' }), missing: undefined };
    const asked = { ...settled, position: open.go, missing: open.place, reviewed: before.reviewed };
    settled = withoutForegone(asked, facts);
  }
  return settled;
}

function isWithin(position: Position, place: JsonPlace): boolean {
  if (position.at === 'prompt') return place.length === 2;
  return 'place' in position && isSamePlace(position.place.slice(0, place.length), place);
}

function taken(composition: Composition, answer: Answer, facts: ComposeFacts): Composition {
  switch (answer.give) {
    case 'back':
      return back(composition);
    case 'go':
      return move(composition, answer.to);
    case 'model': {
      const changed = changeModel(composition, answer.id, facts);
      return move(changed, onwardFromModel(changed, facts));
    }
    case 'prompt': {
      const changed = withWords(composition, answer.words, facts);
      return move(changed, onwardFromWords(changed, facts));
    }
    case 'variant':
      return withVariant(composition, answer.index, facts);
    case 'remove':
      return move(without(composition, answer.place), { at: 'menu', place: answer.place.slice(0, -1) });
    case 'done':
      return finished(composition, facts);
    case 'part':
      return withValue(composition, partOf(answer.choice, answer.source), facts);
    case 'value':
      return withValue(composition, answer.value, facts);
  }
}

/**
 * Moves to a position and puts the current one on the trail. On the return to a menu or the summary, the trail is cut to where
 * it was first reached, so that going back from it does not lead through everything inside it.
 */
function move(composition: Composition, to: Position): Composition {
  const { position, trail } = composition;
  const path = isSamePosition(position, to) ? trail : [...trail, position];
  const earlier =
    to.at === 'menu' || to.at === 'summary' ? path.findIndex((one) => isSamePosition(one, to)) : -1;
  return {
    ...composition,
    position: to,
    trail: earlier === -1 ? path : path.slice(0, earlier),
    reviewed: composition.reviewed || to.at === 'summary',
  };
}

function isSamePosition(one: Position, other: Position): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function back(composition: Composition): Composition {
  const { position, trail } = composition;
  return { ...composition, position: trail.at(-1) ?? position, trail: trail.slice(0, -1) };
}

function withWords(composition: Composition, words: string, facts: ComposeFacts): Composition {
  const need = promptNeed(entryOf(composition, facts));
  if (need === undefined) return composition;
  const input = withPrompt(inputOf(composition), need.shape, words);
  return { ...composition, body: { ...composition.body, input } };
}

function withValue(composition: Composition, value: unknown, facts: ComposeFacts): Composition {
  const { position } = composition;
  if (!('place' in position)) return composition;
  const { place } = position;
  const changed = value === undefined ? without(composition, place) : withPlaced(composition, place, value);
  return move(changed, onward(place, changed, facts));
}

/** Chooses the kind of a value. A value of another kind is dropped. */
function withVariant(composition: Composition, index: number, facts: ComposeFacts): Composition {
  const { position } = composition;
  if (!('place' in position)) return composition;
  const { place } = position;
  const variants = { ...composition.variants, [placeKey(place)]: index };
  const chosen = { ...composition, variants };
  const field = fieldAt(place, composition, facts);
  const isOther = field === undefined || variantOf(place, field, composition) !== index;
  const kept = isOther && place.length > 1 ? without(chosen, place) : chosen;
  return move(kept, enterChosen(place, kept, facts));
}

/** Ends the questions about a list or an object. An empty one that is not required is left out. */
function finished(composition: Composition, facts: ComposeFacts): Composition {
  const { position } = composition;
  if (!('place' in position)) return composition;
  const { place } = position;
  if (position.at === 'item') return move(composition, { at: 'menu', place: place.slice(0, -1) });
  const field = fieldAt(place, composition, facts);
  const shape = chosenFieldAt(place, composition, facts)?.shape.kind;
  const value = valueAt(composition.body, place);
  if (!isEmpty(Array.isArray(value) ? value : (objectOf(value) ?? {})))
    return move(composition, onward(place, composition, facts));
  const empty = shape === 'list' || shape === 'content' ? [] : {};
  const settled =
    field?.required === true || isLacked(place, composition)
      ? withPlaced(composition, place, empty)
      : without(composition, place);
  return move(settled, onward(place, settled, facts));
}

/** Removes a value, and `output` with it where that would be left empty. */
function without(composition: Composition, place: JsonPlace): Composition {
  const body = withoutValueAt(composition.body, place) as Record<string, unknown>;
  const parent = place.slice(0, -1);
  const isBare = isSamePlace(parent, ['output']) && isEmpty(objectOf(valueAt(body, parent)));
  return { ...composition, body: isBare ? (withoutValueAt(body, parent) as Record<string, unknown>) : body };
}

/** @see service document §2.7 */
function partOf({ type, role }: PartChoice, source: string): unknown {
  if (role !== undefined) return mediaPart({ role, url: source });
  return type === 'draft_task' ? { type, draft_task: { id: source } } : { type, [type]: { url: source } };
}

function isEmpty(value: object | undefined): boolean {
  return value !== undefined && Object.keys(value).length === 0;
}
