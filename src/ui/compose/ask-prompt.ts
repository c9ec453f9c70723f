import type { Answer } from '../../rules/compose/answer.ts';
import type { Question } from '../../rules/compose/question.ts';
import type { Asker } from './asker.ts';
import { isBack } from './escape-key.ts';
import { valueWords } from './field-words.ts';

/** Asks for the words; `e` alone opens the editor. */
export async function askPrompt(
  question: Extract<Question, { ask: 'prompt' }>,
  asker: Asker,
): Promise<Answer> {
  const { current, fault, need, parts } = question;
  const isLong = current?.includes('\n') === true;
  const names = parts.map(({ name, source }) => `${name} = ${valueWords(source)}`);
  const without = need.required ? undefined : 'may be empty';
  const hints = [`e opens ${asker.editorName}`, without, ...names].filter((part) => part !== undefined);
  const given = await asker.line({
    message: 'Prompt',
    // Lines would run together here: words of several are changed in the editor, and kept by Enter.
    ...(isLong ? { preset: `${current.split('\n').length} lines` } : { initial: current }),
    hint: hints.join(` ${asker.look.symbols.dot} `),
    note: (line) => {
      if (line === 'e' || (isLong && line === `${current.split('\n').length} lines`)) return undefined;
      const text = fault(line);
      return text === undefined ? undefined : { kind: 'fault', text };
    },
    shown: (line) => (line === 'e' ? 'in the editor' : line),
  });
  if (isBack(given)) return { give: 'back' };
  if (isLong && given.given === `${current.split('\n').length} lines`)
    return { give: 'prompt', words: current };
  if (given.given !== 'e') return { give: 'prompt', words: given.given };
  const words = await asker.edit(current ?? '', 'prompt.txt');
  const text = words === undefined ? undefined : fault(words);
  if (words !== undefined && text === undefined) return { give: 'prompt', words };
  const { colors, lines, symbols } = asker.look;
  if (text !== undefined) lines([`${colors.bad(symbols.bad)} ${text}`]);
  return askPrompt({ ...question, current: words ?? current }, asker);
}
