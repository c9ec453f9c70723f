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
import { type JsonPlace, valueAt } from './json-place.ts';
import { promptNeed, promptOf } from './prompt-words.ts';
import { enter } from './way.ts';

/** Something of a request that can be changed from its summary, and what it is now. */
export interface Change {
  of: 'model' | 'prompt' | 'content' | 'options' | 'json' | 'field';
  place: JsonPlace;
  value: unknown;
  go: Position;
}

/** What can be changed: the model, the words, every field that has a value or needs one, and all other options. */
export function changesOf(composition: Composition, facts: ComposeFacts): Change[] {
  const entry = entryOf(composition, facts);
  const model = modelOf(composition) ?? '';
  const field = chosenFieldAt(inputPlace, composition, facts);
  const need = entry === undefined ? undefined : promptNeed(entry);
  const members = field === undefined ? [] : askedMembers(inputPlace, field, model);
  const beside = entry === undefined ? [] : envelopeMembers(entry);
  const isContent = (place: JsonPlace) => chosenFieldAt(place, composition, facts)?.shape.kind === 'content';
  const fields: Change[] = [
    ...members.map(({ name, required }) => ({ place: [...inputPlace, name], required })),
    ...beside,
  ]
    .map(({ place, required }) => ({ place, required, value: valueAt(composition.body, place) }))
    .filter(({ required, value }) => required || value !== undefined)
    .filter(({ place }) => !isForegone(chosenFieldAt(place, composition, facts)))
    .map(({ place, value }) => ({
      of: isContent(place) ? 'content' : 'field',
      place,
      value,
      go: enter(place, composition, facts),
    }));
  const words = need === undefined ? undefined : promptOf(inputOf(composition), need.shape);
  const hasOptions = members.some(({ required }) => !required) || beside.length > 0;
  return [
    { of: 'model', place: ['model'], value: model, go: { at: 'model' } },
    ...(need === undefined
      ? []
      : [
          {
            of: 'prompt' as const,
            place: [...inputPlace, need.shape],
            value: words,
            go: { at: 'prompt' as const },
          },
        ]),
    ...fields,
    ...(hasOptions
      ? [
          {
            of: 'options' as const,
            place: inputPlace,
            value: undefined,
            go: { at: 'menu' as const, place: inputPlace },
          },
        ]
      : []),
    { of: 'json', place: inputPlace, value: undefined, go: { at: 'json', place: inputPlace } },
  ];
}

/** Where what was found fault with is changed: the field that a finding names, else all of it as JSON. */
export function changeFor(where: string, changes: readonly Change[]): number {
  const name = /^(?:input\.)?([A-Za-z_$][\w$-]*)/.exec(where)?.[1];
  const named = changes.findIndex(
    ({ of, place }) => of !== 'options' && of !== 'json' && place.at(-1) === name,
  );
  if (named !== -1) return named;
  return Math.max(
    0,
    changes.findIndex(({ of }) => of === 'options'),
  );
}
