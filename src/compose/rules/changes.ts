import { isSamePlace, type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
} from './composition.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { askedMembers, chosenFieldAt, inputPlace } from './fields-at.ts';
import { isForegone } from './foregone.ts';
import { jsonAround, missingPlaces, missingPosition } from './missing.ts';
import { promptNeed, promptOf } from './prompt-words.ts';
import { enter } from './way.ts';

/** A part of a request that can be changed from its summary, and its current value. */
export interface Change {
  of: 'model' | 'prompt' | 'content' | 'options' | 'json' | 'field';
  place: JsonPlace;
  value: unknown;
  /** Whether its schema requires it and the body lacks it. */
  isMissing: boolean;
  /** The position where it is changed. It is computed only for the change that is picked. */
  readonly go: Position;
}

/** Limit of the fields in the list, since nobody searches a list of thousands. The rest are changed among the options or as JSON. */
const fieldsMost = 200;

/** Everything that can be changed: the model, the prompt, every field that has a value or needs one, and all other options. */
export function changesOf(composition: Composition, facts: ComposeFacts): Change[] {
  const field = chosenFieldAt(inputPlace, composition, facts);
  const members = field === undefined ? [] : askedMembers(inputPlace, field, modelOf(composition) ?? '');
  const beside = envelopeMembers(entryOf(composition, facts));
  const missing = missingPlaces(composition, facts);
  const hasOptions = members.some(({ required }) => !required) || beside.length > 0;
  const places = [
    ...members.map(({ name, required }) => ({ place: [...inputPlace, name], required })),
    ...beside,
  ]
    .filter(({ place, required }) => required || valueAt(composition.body, place) !== undefined)
    .slice(0, fieldsMost)
    .map(({ place }) => place)
    .filter((place) => !isForegone(chosenFieldAt(place, composition, facts)));
  const rows = [
    ...wordsChange(composition, facts),
    ...places.map((place) => fieldChange(place, composition, facts)),
  ];
  for (const row of rows) row.isMissing = missing.some((place) => isSamePlace(place, row.place));
  const inside = missing.filter((place) => !rows.some((row) => isSamePlace(row.place, place)));
  return [
    {
      of: 'model',
      place: ['model'],
      value: modelOf(composition) ?? '',
      isMissing: false,
      go: { at: 'model' },
    },
    ...rows,
    ...inside.map((place) => missingChange(place, composition, facts)),
    ...(hasOptions ? [wholeChange('options', { at: 'menu', place: inputPlace })] : []),
    wholeChange('json', { at: 'json', place: inputPlace }),
  ];
}

function wordsChange(composition: Composition, facts: ComposeFacts): Change[] {
  const need = promptNeed(entryOf(composition, facts));
  if (need === undefined) return [];
  const value = promptOf(inputOf(composition), need.shape);
  return [
    { of: 'prompt', place: [...inputPlace, need.shape], value, isMissing: false, go: { at: 'prompt' } },
  ];
}

function fieldChange(place: JsonPlace, composition: Composition, facts: ComposeFacts): Change {
  const isContent = chosenFieldAt(place, composition, facts)?.shape.kind === 'content';
  return {
    of: isContent ? 'content' : 'field',
    place,
    value: valueAt(composition.body, place),
    isMissing: false,
    get go() {
      return enter(place, composition, facts);
    },
  };
}

/** A missing value inside another one. Where no question can ask for it, the value around it is written as JSON. */
function missingChange(place: JsonPlace, composition: Composition, facts: ComposeFacts): Change {
  return {
    of: 'field',
    place,
    value: undefined,
    isMissing: true,
    get go() {
      return missingPosition(place, composition, facts) ?? jsonAround(place, composition);
    },
  };
}

function wholeChange(of: 'options' | 'json', go: Position): Change {
  return { of, place: inputPlace, value: undefined, isMissing: false, go };
}

/** The index of the change that mends a finding: that of the field which it names, else that of all options. */
export function changeFor(where: string, changes: readonly Change[]): number {
  const lengths = changes.map(({ of, place }) => {
    if (of === 'options' || of === 'json') return 0;
    const paths = place[0] === 'input' ? [jsonPath(place), jsonPath(place.slice(1))] : [jsonPath(place)];
    return paths.some((path) => isAtOrIn(where, path)) ? place.length : 0;
  });
  const longest = Math.max(...lengths);
  if (longest > 0) return lengths.indexOf(longest);
  return Math.max(
    0,
    changes.findIndex(({ of }) => of === 'options'),
  );
}

function isAtOrIn(where: string, path: string): boolean {
  return where.startsWith(path) && /^([.[]|$)/.test(where.slice(path.length));
}
