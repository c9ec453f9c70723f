import { shownWord } from '../../request/shown-request.ts';
import { isSamePlace, type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import type { Field } from '../../service/fields/field.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import { objectOf } from '../../text/json-object.ts';
import { safeLine } from '../../text/safe-text.ts';
import { type Composition, entryOf, type Position } from './composition.ts';
import { askedWords, fieldHints, nameWords, valueWords, wireName } from './field-words.ts';
import { askedMembers, describedField, envelopeMembers, inputPlace } from './fields-at.ts';
import { enter } from './next-question.ts';
import { type NamedPart, namedParts, partsBeside } from './prompt-words.ts';
import type { PickQuestion, Row } from './question.ts';
import { flagAt } from './request-flags.ts';

/** Asks what to do with an object or a list. */
export function menuAt(place: JsonPlace, field: Field, composition: Composition): PickQuestion {
  const { kind } = field.shape;
  const isInput = isSamePlace(place, inputPlace);
  const rows =
    kind === 'list' || kind === 'content'
      ? listRows(place, field, composition)
      : [
          doneRow(isInput ? 'no more: show the request' : 'no more'),
          ...membersAt(place, field, composition)
            // Those of the input that are required stand in the summary.
            .filter(({ required }) => !isInput || !required)
            .map((member) => memberRow(member, composition)),
        ];
  const flag = flagAt(place, entryOf(composition));
  return {
    ask: 'pick',
    message: isInput
      ? 'Options'
      : kind === 'content'
        ? 'Pictures, clips, sound'
        : askedWords({ flag, place }),
    rows: [...rows, goRow('write it as JSON', () => ({ at: 'json', place }))],
    preset: 0,
    hints: kind === 'content' ? [partsBeside(valueAt(composition.body, place), composition).note] : [],
    isPassing: true,
  };
}

function doneRow(name: string): Row {
  return { name, answer: () => ({ give: 'done' }) };
}

export function goRow(name: string, to: () => Position, words: Pick<Row, 'detail' | 'says'> = {}): Row {
  return { name, ...words, answer: () => ({ give: 'go', to: to() }) };
}

interface PlacedMember {
  place: JsonPlace;
  required: boolean;
}

/** The members of an object that are asked for; of the input, the fields beside it as well. */
export function membersAt(place: JsonPlace, field: Field, composition: Composition): readonly PlacedMember[] {
  const members = askedMembers(place, field, composition);
  return [
    ...members.map(({ name, required }) => ({ place: [...place, name], required })),
    ...(isSamePlace(place, inputPlace) ? envelopeMembers(entryOf(composition)) : []),
  ];
}

function memberRow({ place }: PlacedMember, composition: Composition): Row {
  const name = String(place.at(-1));
  const flag = flagAt(place, entryOf(composition));
  const value = valueAt(composition.body, place);
  return goRow(flag ?? nameWords(name), () => enter(place, composition), {
    detail() {
      const preset = value ?? describedField(place, composition).default ?? undefined;
      return [preset === undefined ? '' : `${value === undefined ? 'default' : '='} ${valueWords(preset)}`];
    },
    says: () => [wireName(name, flag), ...fieldHints(describedField(place, composition))],
  });
}

function listRows(place: JsonPlace, { required, shape }: Field, composition: Composition): Row[] {
  if (shape.kind !== 'list' && shape.kind !== 'content') return [];
  const value = valueAt(composition.body, place);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const parts = shape.kind === 'content' ? shape.parts : undefined;
  const isEnough = list.length >= (parts === undefined ? shape.least : Math.max(1, shape.least));
  const next = [...place, list.length];
  const { isOffered } = partsBeside(list, composition);
  const added = parts?.flatMap((part, choice) =>
    isOffered(part) ? [goRow(`add ${part.label}`, () => ({ at: 'part', place: next, choice }))] : [],
  ) ?? [goRow('add one more', () => enter(next, composition))];
  const items =
    parts === undefined
      ? list.map((item, index) => ({ index, name: String(index + 1), source: valueWords(item) }))
      : withoutWords(namedParts(list, composition.facts.cast));
  return [
    ...(isEnough || (list.length === 0 && !required)
      ? [doneRow(items.length === 0 ? 'none' : 'no more')]
      : []),
    ...(list.length < shape.most ? added : []),
    ...items.map(({ index, name, source }) => {
      const to = () =>
        partPosition([...place, index], list[index], parts) ?? enter([...place, index], composition);
      return goRow(name, to, { detail: () => [parts === undefined ? source : safeLine(shownWord(source))] });
    }),
  ];
}

/** The words of the prompt have a question of their own. */
function withoutWords(parts: readonly NamedPart[]): readonly NamedPart[] {
  const words = parts.find(({ name }) => name === 'words');
  return parts.filter((part) => part !== words);
}

/** The position where a part of a content list is asked for again; undefined for one of an unknown kind. */
function partPosition(
  place: JsonPlace,
  value: unknown,
  choices: readonly PartChoice[] = [],
): Position | undefined {
  const part = objectOf(value);
  const choice = choices.findIndex(({ type, role }) => type === part?.type && role === part.role);
  return choice === -1 ? undefined : { at: 'part', place, choice };
}
