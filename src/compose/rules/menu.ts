import { shownWord } from '../../request/shown-request.ts';
import { isSamePlace, type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import type { Field } from '../../service/fields/field.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import { objectOf } from '../../text/json-object.ts';
import { safeLine } from '../../text/safe-text.ts';
import { type Composition, entryOf } from './composition.ts';
import { askedWords, fieldHints, nameWords, valueWords, wireName } from './field-words.ts';
import { askedMembers, describedField, envelopeMembers, inputPlace } from './fields-at.ts';
import { mediaParts, partsBeside } from './prompt-words.ts';
import type { PickQuestion, Row } from './question.ts';
import { flagAt } from './request-flags.ts';
import { rowBack } from './row-back.ts';

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
            .map((member) => memberRow(member.place, composition)),
        ];
  const flag = flagAt(place, entryOf(composition));
  const shown: Row[] = [
    ...rows,
    { name: 'write it as JSON', answer: { give: 'go', to: { at: 'json', place } } },
  ];
  return {
    ask: 'pick',
    message: isInput
      ? 'Options'
      : kind === 'content'
        ? 'Pictures, clips, sound'
        : askedWords({ flag, place }),
    rows: shown,
    preset: rowBack(shown, composition) ?? 0,
    hints: kind === 'content' ? [partsBeside(valueAt(composition.body, place), composition).note] : [],
  };
}

function doneRow(name: string): Row {
  return { name, answer: { give: 'done' } };
}

/** The members of an object that are asked for; of the input, the fields beside it as well. */
export function membersAt(
  place: JsonPlace,
  field: Field,
  composition: Composition,
): readonly { place: JsonPlace; required: boolean }[] {
  const members = askedMembers(place, field, composition);
  return [
    ...members.map(({ name, required }) => ({ place: [...place, name], required })),
    ...(isSamePlace(place, inputPlace) ? envelopeMembers(entryOf(composition)) : []),
  ];
}

function memberRow(place: JsonPlace, composition: Composition): Row {
  const name = String(place.at(-1));
  const flag = flagAt(place, entryOf(composition));
  const value = valueAt(composition.body, place);
  return {
    name: flag ?? nameWords(name),
    detail() {
      const preset = value ?? describedField(place, composition).default ?? undefined;
      return [preset === undefined ? '' : `${value === undefined ? 'default' : '='} ${valueWords(preset)}`];
    },
    says: () => [wireName(name, flag), ...fieldHints(describedField(place, composition))],
    answer: { give: 'enter', place },
  };
}

function listRows(place: JsonPlace, { required, shape }: Field, composition: Composition): Row[] {
  if (shape.kind !== 'list' && shape.kind !== 'content') return [];
  const value = valueAt(composition.body, place);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const parts = shape.kind === 'content' ? shape.parts : undefined;
  const isEnough = list.length >= (parts === undefined ? shape.least : Math.max(1, shape.least));
  const { isOffered } = partsBeside(list, composition);
  const added: Row[] = parts?.flatMap((part, choice) =>
    isOffered(part) ? [partRow(`add ${part.label}`, [...place, list.length], choice)] : [],
  ) ?? [{ name: 'add one more', answer: { give: 'enter', place: [...place, list.length] } }];
  const items: Row[] =
    parts === undefined
      ? list.map((item, index) => ({
          name: String(index + 1),
          detail: () => [valueWords(item)],
          answer: { give: 'enter', place: [...place, index] },
        }))
      : mediaParts(list, composition.facts.cast).map(({ index, name, source }) => ({
          ...partRow(name, [...place, index], choiceOf(list[index], parts)),
          detail: () => [safeLine(shownWord(source))],
        }));
  return [
    ...(isEnough || (list.length === 0 && !required)
      ? [doneRow(items.length === 0 ? 'none' : 'no more')]
      : []),
    ...(list.length < shape.most ? added : []),
    ...items,
  ];
}

/** Asks for a part of a content list: by its kind, or as JSON where that is unknown. */
function partRow(name: string, place: JsonPlace, choice: number): Row {
  return {
    name,
    answer: { give: 'go', to: choice === -1 ? { at: 'json', place } : { at: 'part', place, choice } },
  };
}

function choiceOf(part: unknown, choices: readonly PartChoice[]): number {
  const { type: its, role: own } = objectOf(part) ?? {};
  return choices.findIndex(({ type, role }) => type === its && role === own);
}
