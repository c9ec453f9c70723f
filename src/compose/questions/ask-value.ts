import { isSameJson } from '../../schema/json/canonical-json.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isKeptNumber } from '../../schema/json/json-tokens.ts';
import { withoutSeconds } from '../../service/body/option-value.ts';
import { optionFieldNames } from '../../service/field-names.ts';
import type { Field } from '../../service/fields/field.ts';
import { objectOf } from '../../text/json-object.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import { askLine, linkLine, textLine } from './ask-line.ts';
import { askJson } from './ask-text.ts';
import type { Asker } from './asker.ts';
import { askedWords, fieldHint, hintLine, takesText, valueWords } from './field-words.ts';
import type { PickRow } from './pick-prompt.ts';

type ValueQuestion = Extract<Question, { ask: 'value' | 'json' }>;

/** Asks for one value by its type. */
export function askValue(question: ValueQuestion, asker: Asker): Promise<Answer> {
  const { ask, current, fault, field, flag, place, takesFiles } = question;
  const { preset, required, shape } = field;
  if (ask === 'json') return askJson(question, asker);
  const hint = fieldHint(field, asker.look);
  const about = { message: askedWords({ flag, place }), required, current, preset, hint, fault };
  switch (shape.kind) {
    case 'choice':
      return askChoice(question, shape.values, asker);
    case 'confirm':
      return askChoice(question, [true, false], asker);
    case 'number':
      return askLine(
        about,
        { read: (line) => numberOf(line, place), misread: numberWords, grows: numberGrows },
        asker,
      );
    case 'link':
      return askLine({ ...about, preset: undefined }, linkLine(shape.medium, takesFiles, asker.cast), asker);
    case 'text':
      return askLine(about, { ...textLine, grows: (line) => line.length <= longest(field.schema) }, asker);
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
  { current, fault, field, flag, place }: ValueQuestion,
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
    message: askedWords({ flag, place }),
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

/** Tells whether one or two more digits, or some zeros, make an answer of the beginning of a number. */
function numberGrows(line: string, fits: (longer: string) => boolean): boolean {
  return moreDigits.some((digits) => fits(line + digits));
}

const digits = [...'0123456789'];
const pairs = digits.flatMap((one) => digits.map((other) => one + other));
const moreDigits = ['000', '0000', '00000', ...digits, ...pairs];

/** The most characters of a text that its schema takes. */
function longest(schema: unknown): number {
  const { maxLength } = objectOf(schema) ?? {};
  return typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
}

const numberPattern = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

function numberWords(line: string): string {
  return numberPattern.test(line.trim())
    ? 'a number with fewer digits: this one would arrive as another'
    : 'a number';
}

/** A number that was typed; of a length with its unit or without. */
function numberOf(line: string, place: JsonPlace): number | undefined {
  const text = lengths.has(place.at(-1)) ? withoutSeconds(line) : line.trim();
  return numberPattern.test(text) && isKeptNumber(text) ? Number(text) : undefined;
}

const lengths: ReadonlySet<unknown> = new Set(['duration', ...optionFieldNames.duration.sure]);
