import { shownWord } from '../../request/shown-request.ts';
import { isSameJson } from '../../schema/json/canonical-json.ts';
import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isKeptNumber, tryReadJson } from '../../schema/json/read-json.ts';
import { withoutSeconds } from '../../service/body/option-value.ts';
import type { Field } from '../../service/fields/field.ts';
import { options } from '../../service/options.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth } from '../../text/text-width.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import { askLine, linkLine, textLine } from './ask-line.ts';
import type { Asker, Editing } from './asker.ts';
import {
  askedWords,
  exampleWords,
  fieldHint,
  hintLine,
  takesNote,
  takesText,
  valueWords,
} from './field-words.ts';
import type { LineConfig, LineNote } from './line-prompt.ts';
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
      return askLine(about, { read: (line) => numberOf(line, place), misread: numberWords }, asker);
    case 'link':
      return askLine({ ...about, preset: undefined }, linkLine(shape.medium, takesFiles, asker.cast), asker);
    case 'text':
      return askLine(about, textLine, asker);
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

const lengths: ReadonlySet<unknown> = new Set(['duration', ...options.duration.names.sure]);

/** A longer text is cut to this width beside the question. Unit: columns. */
const besideMost = 60;

interface TextQuestion extends Pick<LineConfig, 'message' | 'note'> {
  editing: Editing;
  /** The text that Enter takes; undefined where there is none. */
  text: string | undefined;
  hints: readonly (string | undefined)[];
}

/** A text on a line, or from the editor; undefined where the person went back. */
function askText({ hints, text, ...question }: TextQuestion, asker: Asker): Promise<string | undefined> {
  const { columns, symbols } = asker.look;
  const most = Math.min(besideMost, columns - 14);
  const kept = text === undefined ? undefined : 'Enter takes it, Tab changes it';
  return asker.line({
    ...question,
    preset: text,
    takesLines: true,
    presetWords: text === undefined ? undefined : cutToWidth(safeLine(text), most, symbols.ellipsis),
    hint: hintLine([kept, `Ctrl-G opens ${asker.editorName}`, ...hints], asker.look),
    shown: safeLine,
  });
}

export async function askPrompt(
  { current = '', examples, fault, need, parts }: Extract<Question, { ask: 'prompt' }>,
  asker: Asker,
): Promise<Answer> {
  const isNew = current === '';
  const names = parts.map(({ name, source }) => `${name} = ${safeLine(shownWord(source))}`);
  const [member] = asker.cast.keys();
  const words = await askText(
    {
      message: 'Prompt',
      text: isNew ? undefined : current,
      editing: { draft: current, fileName: 'prompt.txt' },
      hints: [
        isNew && !need.required ? 'may be empty' : undefined,
        member === undefined ? undefined : `write {${member}} for the picture that you add as @${member}`,
        isNew ? exampleWords(examples) : undefined,
        ...names,
      ],
      note: (line) => {
        const text = fault(line);
        return text === undefined ? undefined : { kind: 'fault', text };
      },
    },
    asker,
  );
  return words === undefined ? { give: 'back' } : { give: 'prompt', words };
}

type JsonQuestion = Extract<Question, { ask: 'value' | 'json' }>;

/** Asks for a value as JSON. What is there already, or a skeleton to fill in, is what the editor begins with. */
async function askJson(question: JsonQuestion, asker: Asker): Promise<Answer> {
  const { current, field, flag, isDeep, place } = question;
  const value = current ?? field.preset;
  const given = await askText(
    {
      message: `${askedWords({ flag, place })}, as JSON`,
      text: value === undefined ? undefined : JSON.stringify(value),
      editing: {
        draft: JSON.stringify(value ?? {}, undefined, 2),
        fileName: `${String(place.at(-1) ?? 'value')}.json`.replaceAll(/[^\w.]/g, '_'),
      },
      hints: [
        isDeep ? 'too deeply nested to ask for field by field' : undefined,
        field.required ? undefined : 'an empty line leaves it out',
        fieldHint(field, asker.look),
      ],
      note: (line) => jsonNote(line, question),
    },
    asker,
  );
  return given === undefined ? { give: 'back' } : { give: 'value', value: tryReadJson(given) };
}

function jsonNote(line: string, { fault, field }: JsonQuestion): LineNote | undefined {
  if (line.trim() === '')
    return field.required ? { kind: 'fault', text: 'It needs a value; {} is an empty object.' } : undefined;
  const value = tryReadJson(line);
  if (value === undefined)
    return { kind: 'fault', text: 'It is not JSON yet; a text goes in double quotes.' };
  const flaw = jsonFlaw(line);
  if (flaw !== undefined) return { kind: 'fault', text: `It ${flawWords(flaw).what}.` };
  const note = takesNote(fault(value));
  // The schema is only descriptive, and may even take nothing: a person may insist on a value, and the summary warns again.
  return note && { ...note, mayStay: true };
}
