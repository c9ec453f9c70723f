import { isSamePlace, type JsonPlace, placeKey, valueAt } from '../../schema/json/json-place.ts';
import { fitsSchema } from '../../schema/judge.ts';
import { mediaPart } from '../../service/body/media-part.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import { objectOf } from '../../text/json-object.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
  withoutPlaced,
  withPlaced,
} from './composition.ts';
import { chosenFieldAt, fieldAt, inputPlace, variantOf } from './fields-at.ts';
import { takesFiles, valueAsSent } from './local-files.ts';
import { ahead, enterChosen, isMissing, onlyValue, onward } from './next-question.ts';
import { promptNeed, promptOf, withPrompt } from './prompt-words.ts';

/** A person's answer to a question. */
export type Answer =
  | { give: 'model'; id: string }
  | { give: 'prompt'; words: string }
  /** Undefined leaves the field out. */
  | { give: 'value'; value: unknown }
  | { give: 'variant'; index: number }
  /** The link of a part, or the id of a draft. */
  | { give: 'part'; choice: PartChoice; source: string }
  | { give: 'go'; to: Position }
  | { give: 'done' }
  | { give: 'back' };

/** The composition after an answer to its question, at the position of the next question. */
export function answered(composition: Composition, answer: Answer, facts: ComposeFacts): Composition {
  switch (answer.give) {
    case 'back':
      return back(composition, facts);
    case 'go': {
      const isForOptions = answer.to.at === 'menu' && answer.to.place.length === 1;
      return moved({ ...composition, reviewed: composition.reviewed && !isForOptions }, answer.to, facts);
    }
    case 'model': {
      const changed = changeModel(composition, answer.id, facts);
      return moved(changed, wordsOrAhead(changed, facts), facts);
    }
    case 'prompt': {
      const changed = withWords(composition, answer.words, facts);
      return moved(changed, ahead(changed, facts), facts);
    }
    case 'variant':
      return withVariant(composition, answer.index, facts);
    case 'done':
      return finished(composition, facts);
    case 'part':
      return withValue(composition, partOf(answer.choice, answer.source), facts);
    case 'value':
      return withValue(composition, answer.value, facts);
  }
}

/** The prompt's question, unless the person is done with the options, and the prompt is there or can be left out. */
function wordsOrAhead(composition: Composition, facts: ComposeFacts): Position {
  const need = promptNeed(entryOf(composition, facts));
  const isThere = need !== undefined && promptOf(inputOf(composition), need.shape) !== undefined;
  const isSettled = composition.reviewed && (isThere || need?.required !== true);
  return need === undefined || isSettled ? ahead(composition, facts) : { at: 'prompt' };
}

/** More values that can be no other than any real schema has one after another. */
const filledInMost = 40;

/**
 * Moves to a position and puts the current one on the trail. A value that can be no other is filled in and passed. On the return to
 * a menu or the summary, the trail is cut to where it was first reached. So going back from it does not lead through everything
 * inside it.
 */
function moved(before: Composition, first: Position, facts: ComposeFacts): Composition {
  let [composition, to] = [before, first];
  for (let step = 0; step < filledInMost && to.at === 'value'; step += 1) {
    const only = onlyValue(chosenFieldAt(to.place, composition, facts));
    if (only === undefined) break;
    composition = withPlaced(composition, to.place, only);
    to = onward(to.place, composition, facts);
  }
  const { position, trail } = composition;
  const path = isSamePosition(position, to) ? trail : [...trail, position];
  const isHub = to.at === 'menu' || to.at === 'summary';
  const earlier = isHub ? path.findIndex((one) => isSamePosition(one, to)) : -1;
  return { ...composition, position: to, trail: earlier === -1 ? path : path.slice(0, earlier) };
}

function isSamePosition(one: Position, other: Position): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A missing value is not asked for again after the person went back from its question to a menu or the summary. */
function back(composition: Composition, facts: ComposeFacts): Composition {
  const { passedOver = [], position, trail } = composition;
  const before = trail.at(-1);
  const after = { ...composition, position: before ?? position, trail: trail.slice(0, -1) };
  const isOfHub = before?.at === 'menu' || before?.at === 'summary';
  const place = askedPlace(composition, facts);
  if (!isOfHub || place === undefined || !isMissing(place, composition, facts)) return after;
  return { ...after, passedOver: [...passedOver, placeKey(place)] };
}

/** The place of the value that is asked for; undefined for the model and the summary. */
function askedPlace(composition: Composition, facts: ComposeFacts): JsonPlace | undefined {
  const { position } = composition;
  if ('place' in position) return position.place;
  const need = position.at === 'prompt' ? promptNeed(entryOf(composition, facts)) : undefined;
  return need && [...inputPlace, need.shape];
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
  const changed =
    value === undefined ? withoutPlaced(composition, place) : withPlaced(composition, place, value);
  // A person who writes the input as a whole wants no more of its options.
  const settled = { ...changed, reviewed: changed.reviewed || isSamePlace(place, inputPlace) };
  return moved(settled, onward(place, settled, facts), facts);
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
  const kept = isOther && place.length > 1 ? withoutPlaced(chosen, place) : chosen;
  return moved(kept, place.length === 1 ? ahead(kept, facts) : enterChosen(place, kept, facts), facts);
}

/** Ends the questions about a list or an object. An empty one that is not required is left out. */
function finished(composition: Composition, facts: ComposeFacts): Composition {
  const { position } = composition;
  if (!('place' in position)) return composition;
  const { place } = position;
  const isInput = isSamePlace(place, inputPlace);
  const value = valueAt(composition.body, place) ?? {};
  const isNeeded = isInput || fieldAt(place, composition, facts)?.required === true;
  const isList = chosenFieldAt(place, composition, facts)?.shape.kind !== 'object';
  const settled =
    Object.keys(value).length > 0
      ? composition
      : isNeeded || isMissing(place, composition, facts)
        ? withPlaced(composition, place, isList && !isInput ? [] : {})
        : withoutPlaced(composition, place);
  const after = { ...settled, reviewed: settled.reviewed || isInput };
  return moved(after, onward(place, after, facts), facts);
}

/** @see service document §2.7 */
function partOf({ type, role }: PartChoice, source: string): unknown {
  if (role !== undefined) return mediaPart({ role, url: source });
  return type === 'draft_task' ? { type, draft_task: { id: source } } : { type, [type]: { url: source } };
}

/**
 * The composition for another model. The prompt takes the shape that this model wants. Other answers are kept where the model has
 * a field for them and its schema allows them.
 */
export function changeModel(composition: Composition, id: string, facts: ComposeFacts): Composition {
  if (modelOf(composition) === id) return composition;
  const before = entryOf(composition, facts);
  const changed: Composition = {
    ...composition,
    body: { ...composition.body, model: id },
    variants: {},
  };
  const after = entryOf(changed, facts);
  if (after === undefined) return changed;
  const need = promptNeed(after);
  const oldInput = inputOf(composition);
  // The prompt may have either shape: it may have been given before any model was chosen.
  const words = (['prompt', 'content'] as const)
    .map((shape) => promptOf(oldInput, shape))
    .find((text) => text !== undefined);
  const kept = before === undefined && words === undefined ? oldInput : fitting(oldInput, changed, facts);
  const input = need === undefined || words === undefined ? kept : withPrompt(kept, need.shape, words);
  const others = [['output', 'count'], ['prompt_enhance']];
  return others.reduce<Composition>(
    (kept, place) => (isKept(place, kept, facts) ? kept : withoutPlaced(kept, place)),
    { ...changed, body: { ...changed.body, input } },
  );
}

/** Tells whether the model has a field beside its input for the value at a place, and takes that value. */
function isKept(place: JsonPlace, composition: Composition, facts: ComposeFacts): boolean {
  const value = valueAt(composition.body, place);
  const field = fieldAt(place, composition, facts);
  return value === undefined || (field !== undefined && fitsSchema(value, field.schema, field.document));
}

function fitting(
  input: Record<string, unknown>,
  composition: Composition,
  facts: ComposeFacts,
): Record<string, unknown> {
  const field = chosenFieldAt(inputPlace, composition, facts);
  if (field?.shape.kind !== 'object') return {};
  const { members } = field.shape;
  const entry = entryOf(composition, facts);
  const asSent = objectOf(valueAsSent({ input }, inputPlace)) ?? {};
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const member = members.find((one) => one.name === name);
      const held = takesFiles(entry, name) ? asSent[name] : value;
      return member !== undefined && fitsSchema(held, member.schema, field.document);
    }),
  );
}
