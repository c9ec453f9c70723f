import { shownWord } from '../../request/rules/shown-word.ts';
import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth } from '../../text/text-width.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import type { Asker, Editing } from './asker.ts';
import { askedWords, exampleWords, fieldHint, hintLine, takesNote } from './field-words.ts';
import type { LineConfig, LineNote } from './line-prompt.ts';

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
        return text === undefined ? undefined : { kind: 'fault', text, mayGrow: line.trim() === '' };
      },
    },
    asker,
  );
  return words === undefined ? { give: 'back' } : { give: 'prompt', words };
}

type JsonQuestion = Extract<Question, { ask: 'value' | 'json' }>;

/** Asks for a value as JSON. What is there already, or a skeleton to fill in, is what the editor begins with. */
export async function askJson(question: JsonQuestion, asker: Asker): Promise<Answer> {
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
    return { kind: 'fault', text: 'It is not JSON yet; a text goes in double quotes.', mayGrow: true };
  const flaw = jsonFlaw(line);
  if (flaw !== undefined) return { kind: 'fault', text: `It ${flawWords(flaw).what}.` };
  const note = takesNote(fault(value));
  // The schema is only descriptive, and may even take nothing: a person may insist on a value, and the summary warns again.
  return note && { ...note, mayStay: true };
}
