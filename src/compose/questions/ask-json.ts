import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import type { Asker } from './asker.ts';
import { fieldHint, hintLine, placeWords, takesNote } from './field-words.ts';
import type { LineNote } from './line-prompt.ts';

type JsonQuestion = Extract<Question, { ask: 'value' | 'json' }>;

/** A longer JSON text is edited in the editor. Unit: characters. */
const lineMost = 200;

/** Asks for a value as JSON, on a line or in the editor. */
export async function askJson(question: JsonQuestion, asker: Asker): Promise<Answer> {
  const { current, field, place } = question;
  const value = current ?? field.preset;
  const compact = value === undefined ? '' : JSON.stringify(value);
  const isShort = compact.length <= lineMost;
  const given = await asker.line({
    message: `${placeWords(place)}, as JSON`,
    initial: isShort && compact !== '' ? compact : undefined,
    preset: isShort ? undefined : 'e',
    hint: jsonHint(question, asker),
    note: (line) => (line === 'e' ? undefined : jsonNote(line, question)),
  });
  if (given === undefined) return { give: 'back' };
  if (given !== 'e') return { give: 'value', value: tryReadJson(given) };
  const edited = await editJson(question, asker, JSON.stringify(value ?? {}, undefined, 2));
  return edited === undefined ? askJson(question, asker) : edited;
}

function jsonHint({ field, isDeep }: JsonQuestion, asker: Asker): string | undefined {
  const deep = isDeep ? 'too deeply nested to ask for field by field' : undefined;
  const leave = field.required ? undefined : 'Enter leaves it out';
  return hintLine([deep, `e opens ${asker.editorName}`, leave, fieldHint(field, asker.look)], asker.look);
}

/** The answer from the editor; undefined where there is none, so that the question is asked again. */
async function editJson(question: JsonQuestion, asker: Asker, text: string): Promise<Answer | undefined> {
  const name = `${String(question.place.at(-1) ?? 'value')}.json`.replaceAll(/[^\w.]/g, '_');
  const edited = await asker.edit(text, name);
  if (edited === undefined) return undefined;
  const note = jsonNote(edited, question);
  if (note === undefined) return { give: 'value', value: tryReadJson(edited) };
  const { colors, symbols, lines } = asker.look;
  lines([`${colors.bad(symbols.bad)} ${note.text}`]);
  const insist = { name: 'take it anyway', detail: 'the schema does not allow it' };
  const again = await asker.pick({
    message: 'The text is not valid',
    rows: [
      { name: 'change it' },
      { name: 'leave it as it was before' },
      ...(note.mayStay === true ? [insist] : []),
    ],
    preset: 0,
  });
  if (again === undefined || again === 1) return undefined;
  return again === 2 ? { give: 'value', value: tryReadJson(edited) } : editJson(question, asker, edited);
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
