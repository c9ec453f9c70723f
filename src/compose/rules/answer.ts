import { isSameJson } from '../../schema/json/canonical-json.ts';
import { isSamePlace, type JsonPlace, placeKey, valueAt } from '../../schema/json/json-place.ts';
import { changeModel } from './change-model.ts';
import { type Composition, type Position, withoutPlaced, withPlaced } from './composition.ts';
import { chosenFieldAt, fieldAt, inputPlace, variantOf } from './fields-at.ts';
import { ahead, enter, enterChosen, isMissing, missingPlaces, onlyValue, onward } from './next-question.ts';
import { promptNeed, withWords } from './prompt-words.ts';

/** A person's answer to a question. */
export type Answer =
  /** The id of a model, the words of a prompt, or the value of a field. Undefined leaves the field out. */
  | { give: 'value'; value: unknown }
  | { give: 'variant'; index: number }
  /** Goes on with another question: at a position, or for the value at a place. */
  | { give: 'go'; to: Position }
  | { give: 'enter'; place: JsonPlace }
  | { give: 'done' }
  | { give: 'back' }
  /** Takes another composition in the place of this one. */
  | { give: 'take'; to: Composition };

/** The composition after an answer to its question, at the position of the next question. */
export function answered(before: Composition, answer: Answer): Composition {
  const composition = { ...before, backFrom: undefined };
  switch (answer.give) {
    case 'back': {
      const { position, trail } = composition;
      const to = trail.at(-1) ?? position;
      return { ...composition, position: to, trail: trail.slice(0, -1), backFrom: position };
    }
    case 'take':
      return answer.to;
    case 'go': {
      const isForOptions = answer.to.at === 'menu' && answer.to.place.length === 1;
      return moved({ ...composition, reviewed: composition.reviewed && !isForOptions }, answer.to);
    }
    case 'enter':
      return moved(composition, enter(answer.place, composition));
    case 'value':
      return withValue(composition, answer.value);
    case 'variant':
      return withVariant(composition, answer.index);
    case 'done':
      return finished(composition);
  }
}

/** More values that can be no other than any real schema has one after another. */
const filledInMost = 40;

/**
 * Moves to a position and puts the current one on the trail. A value that can be no other is filled in and passed. On the return to
 * a menu or the summary, the trail is cut to where it was first reached. So going back from it does not lead through everything
 * inside it.
 */
function moved(before: Composition, first: Position): Composition {
  let [composition, to] = [before, first];
  for (let step = 0; step < filledInMost && to.at === 'value'; step += 1) {
    const only = onlyValue(chosenFieldAt(to.place, composition));
    if (only === undefined) break;
    composition = withPlaced(composition, to.place, only);
    to = onward(to.place, composition);
  }
  const { position, trail } = composition;
  const path = isSameJson(position, to) ? trail : [...trail, position];
  const isHub = to.at === 'menu' || to.at === 'summary';
  const earlier = isHub ? path.findIndex((one) => isSameJson(one, to)) : -1;
  return { ...composition, position: to, trail: earlier === -1 ? path : path.slice(0, earlier) };
}

function withValue(composition: Composition, value: unknown): Composition {
  const { position } = composition;
  if (position.at === 'model') {
    const changed = unlessLacking(changeModel(composition, String(value)), composition.reviewed);
    return moved(changed, ahead(changed));
  }
  if (position.at === 'prompt') {
    const changed = withWords(composition, promptNeed(composition)?.shape ?? 'prompt', String(value));
    return moved(changed, ahead(changed));
  }
  if (!('place' in position)) return composition;
  const { place } = position;
  const changed =
    value === undefined ? withoutPlaced(composition, place) : withPlaced(composition, place, value);
  // A person who writes the input as a whole wants no more of its options.
  const settled = isSamePlace(place, inputPlace) ? unlessLacking(changed, true) : changed;
  return moved(settled, onward(place, settled));
}

/** A change of the whole request has its missing values asked for, and leads to the summary where there are none. */
function unlessLacking(composition: Composition, isReviewed: boolean): Composition {
  return { ...composition, reviewed: isReviewed && missingPlaces(composition).length === 0 };
}

/** Chooses the kind of a value. A value of another kind is dropped. */
function withVariant(composition: Composition, index: number): Composition {
  const { position } = composition;
  if (!('place' in position)) return composition;
  const { place } = position;
  const variants = { ...composition.variants, [placeKey(place)]: index };
  const chosen = { ...composition, variants };
  const field = fieldAt(place, composition);
  const isOther = field === undefined || variantOf(place, field, composition) !== index;
  const kept = isOther && place.length > 1 ? withoutPlaced(chosen, place) : chosen;
  return moved(kept, place.length === 1 ? ahead(kept) : enterChosen(place, kept));
}

/** Ends the questions about a list or an object. An empty one that is not required is left out. */
function finished(composition: Composition): Composition {
  const { position } = composition;
  if (!('place' in position)) return composition;
  const { place } = position;
  const isInput = isSamePlace(place, inputPlace);
  const isNeeded = isInput || isMissing(place, composition);
  const isList = chosenFieldAt(place, composition)?.shape.kind !== 'object';
  const isEmpty = Object.keys(valueAt(composition.body, place) ?? {}).length === 0;
  const isWanted = isNeeded || fieldAt(place, composition)?.required === true;
  const empty = isList && !isInput ? [] : {};
  const settled = !isEmpty
    ? composition
    : isWanted
      ? withPlaced(composition, place, empty)
      : withoutPlaced(composition, place);
  const after = { ...settled, reviewed: settled.reviewed || isInput };
  return moved(after, onward(place, after));
}
