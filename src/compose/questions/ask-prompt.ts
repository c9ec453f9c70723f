import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth } from '../../text/text-width.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import type { Asker } from './asker.ts';
import { exampleWords, hintLine, valueWords } from './field-words.ts';

/** The prompt is cut to this width beside the question. Unit: columns. */
const besideMost = 60;

/** Asks for the prompt. `e` alone opens the editor; Enter keeps an existing prompt, and Tab changes it. */
export async function askPrompt(
  question: Extract<Question, { ask: 'prompt' }>,
  asker: Asker,
): Promise<Answer> {
  const { fault } = question;
  const current = question.current === '' ? undefined : question.current;
  const given = await asker.line({
    message: 'Prompt',
    preset: current,
    takesLines: true,
    presetWords: current === undefined ? undefined : besideWords(current, asker),
    hint: hintOf({ ...question, current }, asker),
    note: (line) => {
      const text = line === 'e' ? undefined : fault(line);
      return text === undefined ? undefined : { kind: 'fault', text };
    },
    shown: (line) => (line === 'e' ? 'in the editor' : besideWords(line, asker, line.length)),
  });
  if (given === undefined) return { give: 'back' };
  if (given !== 'e') return { give: 'prompt', words: given };
  const words = await asker.edit(current ?? '', 'prompt.txt');
  const text = words === undefined ? undefined : fault(words);
  const { colors, lines, symbols } = asker.look;
  if (words !== undefined && text === undefined) {
    lines([`  ${colors.accent(besideWords(words, asker))}`]);
    return { give: 'prompt', words };
  }
  if (text !== undefined) lines([`${colors.bad(symbols.bad)} ${text}`]);
  return askPrompt({ ...question, current: words === undefined || words === '' ? current : words }, asker);
}

function hintOf(
  { current, examples, need, parts }: Extract<Question, { ask: 'prompt' }>,
  asker: Asker,
): string | undefined {
  const names = parts.map(({ name, source }) => `${name} = ${valueWords(source)}`);
  const kept = current === undefined ? undefined : 'Enter keeps it, Tab changes it';
  const without = need.required || current !== undefined ? undefined : 'may be empty';
  const example = current === undefined ? exampleWords(examples) : undefined;
  return hintLine([kept, `e opens ${asker.editorName}`, without, example, ...names], asker.look);
}

/** The prompt on one line, cut to the room there is. */
function besideWords(words: string, { look }: Asker, most = Math.min(besideMost, look.columns - 14)): string {
  return cutToWidth(safeLine(words), most, look.symbols.ellipsis);
}
