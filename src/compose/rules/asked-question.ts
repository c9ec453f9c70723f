import { isSameJson } from '../../schema/json/canonical-json.ts';
import { isSamePlace, valueAt } from '../../schema/json/json-place.ts';
import { eachOnce } from '../../schema/judge/judge-inside.ts';
import { leastValue } from '../../schema/judge/least-value.ts';
import { firstProblem } from '../../schema/judge.ts';
import type { Field } from '../../service/fields/field.ts';
import type { ModelEntry } from '../../service/model.ts';
import { objectOf } from '../../text/json-object.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatRuntime } from '../../text/time.ts';
import { type Composition, entryOf, modelOf, type Position, withPlaced } from './composition.ts';
import { askedWords, fieldHints, type Hints, valueWords } from './field-words.ts';
import { chosenFieldAt, describedField, inputPlace, variantOf } from './fields-at.ts';
import { mediumOfField, takesFiles } from './input-flags.ts';
import { filesOf, jsonLine, partLine, promptLine, valueLine } from './lines.ts';
import { valueAsSent } from './local-files.ts';
import { menuAt } from './menu.ts';
import { isMissing, isTooDeep } from './next-question.ts';
import type { AskedField, PickQuestion, Question, Row } from './question.ts';
import { flagAt } from './request-flags.ts';

/** The question at the composition's position; undefined at the summary. */
export function questionOf(composition: Composition): Question | undefined {
  const { position } = composition;
  switch (position.at) {
    case 'model':
      return modelQuestion(composition);
    case 'prompt':
      return promptLine(composition);
    case 'summary':
      return undefined;
    case 'part':
      return partLine(position, composition);
    default:
      return fieldQuestion(position, composition);
  }
}

/** Asks for the model: by arrows, or by typing a part of its id or medium. */
function modelQuestion(composition: Composition): PickQuestion {
  const { costOf, models, onV1 = [], usualModel } = composition.facts;
  const current = modelOf(composition) ?? usualModel;
  const onV1Words = ([first]: readonly string[]): string | undefined =>
    first && `only on v1: genctl submit … -m ${safeLine(first)}`;
  return {
    ask: 'pick',
    message: 'Model',
    rows: models.map((model) =>
      valueRow(safeLine(model.id), model.id, () => modelWords(model, costOf?.(model.id))),
    ),
    preset: Math.max(0, models.map(({ id }) => id).indexOf(current ?? '')),
    hints: ['type a part of an id to find it', onV1Words(onV1)],
    unfound: (typed) => onV1Words(onV1.filter((id) => id.toLowerCase().includes(typed.toLowerCase()))),
  };
}

function modelWords({ medium, runtimeSeconds }: ModelEntry, cost: string | undefined): Hints {
  return [
    medium && safeLine(medium),
    cost,
    runtimeSeconds === undefined ? undefined : `runtime ceiling ${formatRuntime(runtimeSeconds)}`,
  ];
}

function fieldQuestion(
  { at, place }: Extract<Position, { at: 'value' | 'json' | 'variant' | 'menu' }>,
  composition: Composition,
): Question {
  const written = describedField(place, composition);
  const chosen = chosenFieldAt(place, composition) ?? written;
  const entry = entryOf(composition);
  const flag = flagAt(place, entry);
  if (at === 'menu') return menuAt(place, chosen, composition);
  if (at === 'variant' && written.shape.kind === 'variant')
    return {
      ask: 'pick',
      message: `${askedWords({ flag, place })}: of which kind`,
      rows: written.shape.options.map(({ label }, index) => ({
        name: label,
        answer: { give: 'variant', index },
      })),
      preset: variantOf(place, written, composition),
      hints: fieldHints(written),
    };
  const isJson = at !== 'value';
  const field = isJson ? written : chosen;
  const current = valueAt(composition.body, place);
  const isElement = typeof place.at(-1) === 'number';
  const asked: AskedField = {
    place,
    flag,
    field: {
      ...field,
      // An element that is there can be removed.
      required: isElement ? current === undefined : field.required || isMissing(place, composition),
      preset: field.preset ?? (isJson ? leastValue(field.schema, field.document) : undefined),
    },
    current,
    fault(value) {
      // The schema is only descriptive: an input that is written as a whole may differ from it. The summary points that out.
      if (isSamePlace(place, inputPlace)) return objectOf(value) === undefined ? 'an object' : undefined;
      const given = withPlaced(composition, place, value);
      const own = firstProblem(valueAsSent(given, place), field.schema, field.document)?.takes;
      if (own !== undefined || !isElement) return own;
      // A list that takes each value once refuses one that it has already.
      const list = describedField(place.slice(0, -1), composition);
      const whole = valueAsSent(given, place.slice(0, -1));
      return firstProblem(whole, list.schema, list.document)?.takes === eachOnce ? eachOnce : undefined;
    },
  };
  if (isJson) return jsonLine(asked, isTooDeep(place));
  const { shape } = field;
  if (shape.kind === 'choice') return choiceQuestion(asked, shape.values);
  if (shape.kind === 'confirm') return choiceQuestion(asked, [true, false]);
  const name = String(place[1] ?? '');
  return valueLine(
    asked,
    place[0] === 'input' && takesFiles(entry, name)
      ? { ...filesOf(composition, mediumOfField(entry, name)), takesSeveral: isElement }
      : undefined,
  );
}

/** Asks for one of the values. Enter takes the earlier answer or the default; without either it takes nothing. */
/** Longer lists are not checked against the schema beforehand; there only the value that was picked is checked. */
const judgedMost = 100;

/** Asks for one of the values. Enter takes the earlier answer or the default; without either it takes nothing. */
function choiceQuestion(asked: AskedField, values: readonly unknown[]): Question {
  const { current, fault, field, flag, place } = asked;
  const offered = values.length > judgedMost ? values : values.filter((value) => fault(value) === undefined);
  if (offered.length === 0) return jsonLine(asked, false);
  const nameOf = (value: unknown): string =>
    field.shape.kind !== 'confirm' ? choiceWords(value) : value === true ? 'yes' : 'no';
  const choices = offered.map((value) => valueRow(nameOf(value), value, () => [choiceDetail(value, field)]));
  const leave = valueRow('leave it out', undefined, () => ['the generator decides']);
  const wanted = current ?? field.preset;
  const at = wanted === undefined ? -1 : offered.findIndex((value) => isSameJson(value, wanted));
  return {
    ask: 'pick',
    message: askedWords({ flag, place }),
    rows: field.required ? choices : [...choices, leave],
    preset: at === -1 ? undefined : at,
    hints: [at === -1 ? 'Arrows choose' : undefined, ...fieldHints(field)],
  };
}

function valueRow(name: string, value: unknown, detail: () => Hints): Row {
  return { name, detail, answer: { give: 'value', value } };
}

function choiceDetail(value: unknown, field: Field): string | undefined {
  if (field.default !== undefined && isSameJson(value, field.default)) return 'default';
  return field.examples.some((example) => isSameJson(value, example)) ? 'for example' : undefined;
}

/** A value in words. A blank text keeps its quotes, since it could not be seen without them. */
function choiceWords(value: unknown): string {
  const words = valueWords(value);
  return typeof value === 'string' && words.trim() === '' ? JSON.stringify(value) : words;
}
