import type { Hint } from '../../errors/hint.ts';
import { drawnText } from '../../terminal/lines/drawn-line.ts';
import type { Given, LineNote } from '../../terminal/lines/line-config.ts';
import { type AskLine, createAskLine, leaveAnswer } from '../../terminal/prompts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { textWidth } from '../../text/text-width.ts';
import type { Hints } from '../rules/field-words.ts';
import type { LineQuestion, PickQuestion, Question, Reading } from '../rules/question.ts';
import { type EditorPorts, editorName, editText } from './editor.ts';
import { linkLine } from './link-line.ts';

/** Asks a person. */
export interface Asker {
  look: Terminal['err'];
  /**
   * Resolves with the answer; undefined where the person went back.
   *
   * @param begun words that were typed at this question before and not entered. They are kept in it, and an answer leaves none.
   */
  ask<Answer>(question: Question<Answer>, begun?: BegunWords): Promise<Answer | undefined>;
  /** Told that the person went back from questions of somebody else to those of this one. */
  back(): void;
}

export interface BegunWords {
  words: string | undefined;
}

/** The cursor a line up, and that line empty. */
const eraseLine = '\u001b[1A\u001b[2K';

/** @param instead the command that does the same without questions, to be named where nothing may be asked. */
export function createAsker(
  terminal: Terminal,
  signal: AbortSignal,
  editor: EditorPorts,
  instead: Hint,
): Asker {
  const askOnce = createAskLine(terminal, signal);
  const look = terminal.err;
  const lines = answeredLines(look);
  const means: AskMeans = {
    look,
    lines,
    editor: { ...editor, signal },
    once: (message, config) => askOnce({ message, instead }, config),
  };
  return {
    look,
    back: lines.back,
    async ask(question, begun = { words: undefined }) {
      lines.begin(question.message);
      const answer = await (question.ask === 'pick'
        ? askRow(question, means)
        : askLine(question, begun, means));
      if (answer === undefined) lines.back();
      return answer;
    },
  };
}

interface AskMeans {
  look: Terminal['err'];
  lines: ReturnType<typeof answeredLines>;
  editor: EditorPorts;
  /** Asks once. */
  once(message: string, config: Parameters<AskLine>[1]): Promise<Given>;
}

function hintOf(hints: Hints, { symbols }: AskMeans['look']): string {
  return hints.filter((hint) => hint !== undefined && hint !== '').join(` ${symbols.dot} `);
}

async function askRow<Answer>(
  { hints = [], isPassing, message, preset, rows, unfound }: PickQuestion<Answer>,
  { lines, look, once }: AskMeans,
): Promise<Answer | undefined> {
  const listed = rows.map(({ detail, name, says }) => ({
    name,
    detail: detail && (() => hintOf(detail(), look)),
    says: says && (() => hintOf(says(), look)),
  }));
  const given = await once(message, {
    rows: listed,
    active: preset,
    hint: hintOf(hints, look),
    unfound,
  });
  const picked = given.by === 'back' ? undefined : rows[given.row];
  if (picked !== undefined) lines.answered(message, isPassing === true ? undefined : picked.name);
  return picked?.answer;
}

/** Asks for a line until it is an answer. An editor may have it meanwhile. */
async function askLine<Answer>(
  question: LineQuestion<Answer>,
  begun: BegunWords,
  { editor, lines, look, once }: AskMeans,
): Promise<Answer | undefined> {
  const { editing, hints = [], initial, link, message, preset, takesLines } = question;
  const { complete, hint, note: linkNote, read = asTyped } = link ? linkLine(link) : noLink;
  const takes = editing && preset !== undefined ? 'Enter takes it, Tab changes it' : undefined;
  const opens = editing && `Ctrl-G opens ${editorName(editor)}`;
  const note = (typed: string): LineNote | undefined =>
    (typed === '' ? undefined : linkNote?.(typed)) ?? noteOf(question.read(read(typed)));
  const onType = (words: string): void => {
    begun.words = words === '' ? undefined : words;
  };
  const shown = { hint: hintOf([hint, takes, opens, ...hints], look), note, complete, takesLines, onType };
  for (let said: LineNote | undefined; ; ) {
    const from = { initial: begun.words ?? initial, preset, said };
    const given = await once(message, { ...from, ...shown, isEdited: editing !== undefined });
    if (given.by === 'back') return undefined;
    let { text } = given;
    if (given.by === 'editor' && editing !== undefined) {
      const edited = await editText(text === '' ? editing.draft : text, editing.fileName, editor);
      said = 'said' in edited ? edited.said : note(edited.text);
      if ('text' in edited) onType(edited.text);
      if ('said' in edited || said?.kind === 'fault') continue;
      ({ text } = edited);
    }
    const reading = question.read(read(text));
    begun.words = undefined;
    lines.answered(message, text);
    return 'answer' in reading ? reading.answer : reading.anyway;
  }
}

/** The lines that answers leave on the screen. One is taken off where the person goes back to its question. */
function answeredLines(look: Terminal['err']) {
  /** Each with how many texts had been written then: below what was written since, it is not found any more. */
  const lines: { message: string; isWhole: boolean; writes: number }[] = [];
  let isBack = false;
  return {
    /** Told of a question before it is asked. */
    begin(message: string): void {
      const last = lines.at(-1);
      if (!isBack || last?.message !== message || last.writes !== look.writes()) return;
      lines.pop();
      if (last.isWhole) look.raw().write(eraseLine);
    },
    /** Writes its answer; undefined leaves no line. */
    answered(message: string, text: string | undefined): void {
      isBack = false;
      if (text === undefined) return;
      const shown = drawnText(text, look);
      leaveAnswer(look, message, shown);
      // A line that is wrapped stays: where it begins is for the terminal to know.
      lines.push({
        message,
        isWhole: textWidth(`? ${message} ${shown}`) < look.columns,
        writes: look.writes(),
      });
    },
    back(): void {
      isBack = true;
    },
  };
}

const noLink: Partial<ReturnType<typeof linkLine>> = {};

function asTyped(line: string): string {
  return line;
}

function noteOf(reading: Reading<unknown>): LineNote | undefined {
  if ('answer' in reading) return undefined;
  return { kind: 'fault', text: reading.fault, mayStay: 'anyway' in reading };
}
