import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth } from '../../text/text-width.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import type { Asker } from './asker.ts';
import { askedWords, exampleWords, fieldHint, hintLine, sourceWords, takesNote } from './field-words.ts';
import type { LineConfig, LineNote } from './line-prompt.ts';

/** A longer text is cut to this width beside the question. Unit: columns. */
const besideMost = 60;

interface TextQuestion extends Pick<LineConfig, 'message' | 'note'> {
  /** The text that Enter takes; undefined where there is none. */
  text: string | undefined;
  /** The text that the editor begins with. */
  draft: string;
  fileName: string;
  hints: readonly (string | undefined)[];
}

/**
 * A text on a line, or after `e` alone from the editor; undefined where the person went back. A text from the editor is judged as
 * a line is: where it has a fault, it is asked for again.
 */
async function askText(question: TextQuestion, asker: Asker): Promise<string | undefined> {
  const { draft, fileName, hints, message, note, text } = question;
  const kept = text === undefined ? undefined : 'Enter takes it, Tab changes it';
  const given = await asker.line({
    message,
    preset: text,
    takesLines: true,
    presetWords: text === undefined ? undefined : besideWords(text, asker),
    hint: hintLine([kept, `e opens ${asker.editorName}`, ...hints], asker.look),
    note: (line) => (line === 'e' ? undefined : note(line)),
    shown: (line) => (line === 'e' ? 'in the editor' : besideWords(line, asker, line.length)),
  });
  if (given !== 'e') return given;
  const edited = await asker.edit(draft, fileName);
  if (edited === undefined) return askText(question, asker);
  const { colors, lines, symbols } = asker.look;
  const said = note(edited);
  if (said?.kind === 'fault') {
    lines([`${colors.bad(symbols.bad)} ${said.text}`]);
    return askText({ ...question, text: edited === '' ? text : edited, draft: edited }, asker);
  }
  lines([`  ${colors.accent(besideWords(edited, asker))}`]);
  return edited;
}

/** The text on one line, cut to the room there is. */
function besideWords(words: string, { look }: Asker, most = Math.min(besideMost, look.columns - 14)): string {
  return cutToWidth(safeLine(words), most, look.symbols.ellipsis);
}

export async function askPrompt(
  { current = '', examples, fault, need, parts }: Extract<Question, { ask: 'prompt' }>,
  asker: Asker,
): Promise<Answer> {
  const isNew = current === '';
  const names = parts.map(({ name, source }) => `${name} = ${sourceWords(source)}`);
  const cast = [...asker.cast.keys()].slice(0, 3).map((name) => `{${name}}`);
  const words = await askText(
    {
      message: 'Prompt',
      text: isNew ? undefined : current,
      draft: current,
      fileName: 'prompt.txt',
      hints: [
        ...(isNew ? [need.required ? undefined : 'may be empty', exampleWords(examples)] : []),
        ...names,
        cast.length === 0 ? undefined : `the cast is ${cast.join(' ')}`,
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
export async function askJson(question: JsonQuestion, asker: Asker): Promise<Answer> {
  const { current, field, flag, isDeep, place } = question;
  const value = current ?? field.preset;
  const given = await askText(
    {
      message: `${askedWords({ flag, place })}, as JSON`,
      text: value === undefined ? undefined : JSON.stringify(value),
      draft: JSON.stringify(value ?? {}, undefined, 2),
      fileName: `${String(place.at(-1) ?? 'value')}.json`.replaceAll(/[^\w.]/g, '_'),
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
