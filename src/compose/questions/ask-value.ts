import { isKeptNumber } from '../../schema/json/json-number.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isSameJson } from '../../schema/limits.ts';
import { withoutSeconds } from '../../service/body/option-value.ts';
import { optionFieldNames } from '../../service/field-names.ts';
import type { Field } from '../../service/fields/field.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import { askJson } from './ask-json.ts';
import { askLink } from './ask-link.ts';
import type { Asker } from './asker.ts';
import { fieldHint, hintLine, placeWords, takesNote, takesText, valueWords } from './field-words.ts';
import type { PickRow } from './pick-prompt.ts';

type ValueQuestion = Extract<Question, { ask: 'value' | 'json' }>;

/** Asks for one value by its type. */
export function askValue(question: ValueQuestion, asker: Asker): Promise<Answer> {
  const { shape } = question.field;
  if (question.ask === 'json') return askJson(question, asker);
  switch (shape.kind) {
    case 'choice':
      return askChoice(question, shape.values, asker);
    case 'confirm':
      return askChoice(question, [true, false], asker);
    case 'number':
      return askNumber(question, asker);
    case 'link':
      return askLink(question, asker);
    case 'text':
      return askText(question, asker);
    default:
      return askJson(question, asker);
  }
}

/** Longer lists are not checked against the schema beforehand; there only the value that was picked is checked. */
const judgedMost = 100;

/** Asks for one of the values. Enter takes the earlier answer or the default; without either it takes nothing. */
function askChoice(question: ValueQuestion, values: readonly unknown[], asker: Asker): Promise<Answer> {
  const isShort = values.length <= judgedMost;
  const offered = isShort ? values.filter((value) => question.fault(value) === undefined) : values;
  return offered.length === 0 ? askJson(question, asker) : askOffered(question, offered, asker);
}

async function askOffered(
  { current, fault, field, place }: ValueQuestion,
  offered: readonly unknown[],
  asker: Asker,
): Promise<Answer> {
  const isFlag = field.shape.kind === 'confirm';
  const rows: PickRow[] = offered.map((value) => ({
    name: isFlag ? (value === true ? 'yes' : 'no') : choiceWords(value),
    detail: () => choiceDetail(value, field),
  }));
  const leave = field.required ? [] : [{ name: 'leave it out', detail: 'the generator decides' }];
  const wanted = current ?? field.preset;
  const preset = wanted === undefined ? -1 : offered.findIndex((value) => isSameJson(value, wanted));
  const hints = [preset === -1 ? 'Arrows choose' : undefined, fieldHint(field, asker.look)];
  const given = await asker.pick({
    message: placeWords(place),
    rows: [...rows, ...leave],
    preset: preset === -1 ? undefined : preset,
    hint: hintLine(hints, asker.look),
    fault: (row) => {
      const takes = row < offered.length ? fault(offered[row]) : undefined;
      return takes === undefined ? undefined : takesText(takes);
    },
  });
  if (given === undefined) return { give: 'back' };
  return { give: 'value', value: offered[given] };
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

const numberPattern = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

async function askNumber(question: ValueQuestion, asker: Asker): Promise<Answer> {
  const { current, field, place, fault } = question;
  const given = await asker.line({
    message: placeWords(place),
    initial: typeof current === 'number' ? String(current) : undefined,
    preset: typeof field.preset === 'number' ? String(field.preset) : undefined,
    hint: lineHint(question, asker),
    note: (line) => {
      if (line.trim() === '') return field.required ? takesNote(field.takes || 'a number') : undefined;
      const value = numberOf(line, place);
      return takesNote(value === undefined ? numberWords(line) : fault(value));
    },
  });
  if (given === undefined) return { give: 'back' };
  return { give: 'value', value: numberOf(given, place) };
}

function numberWords(line: string): string {
  return numberPattern.test(line.trim())
    ? 'a number with fewer digits: this one would arrive as another'
    : 'a number';
}

/** A number that was typed; of a length with its unit or without. */
function numberOf(line: string, place: JsonPlace): number | undefined {
  const text = isLength(place) ? withoutSeconds(line) : line.trim();
  return numberPattern.test(text) && isKeptNumber(text) ? Number(text) : undefined;
}

const lengths: ReadonlySet<unknown> = new Set(['duration', ...optionFieldNames.duration.sure]);

function isLength(place: JsonPlace): boolean {
  return lengths.has(place.at(-1));
}

async function askText(question: ValueQuestion, asker: Asker): Promise<Answer> {
  const { current, field, place, fault } = question;
  const given = await asker.line({
    message: placeWords(place),
    takesLines: true,
    initial: typeof current === 'string' ? current : undefined,
    preset: typeof field.preset === 'string' && field.preset !== '' ? field.preset : undefined,
    hint: lineHint(question, asker),
    note: (line) => {
      if (line !== '') return takesNote(fault(line));
      return field.required ? { kind: 'fault', text: 'It needs a value.' } : undefined;
    },
  });
  if (given === undefined) return { give: 'back' };
  return { give: 'value', value: given === '' ? undefined : given };
}

/** What the field takes, and how to leave it out if it is optional. */
function lineHint({ field }: ValueQuestion, asker: Asker): string | undefined {
  const hint = fieldHint(field, asker.look);
  if (field.required) return hint;
  const leave = field.preset === undefined ? 'Enter leaves it out' : undefined;
  return hintLine([leave, hint], asker.look);
}
