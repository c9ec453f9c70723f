import type { Hint } from '../../errors/hint.ts';
import { drawnText } from '../../terminal/lines/drawn-line.ts';
import { type EditorPorts, editorName } from '../../terminal/lines/editor.ts';
import type { LineNote } from '../../terminal/lines/line-config.ts';
import { type AskLine, createAskLine, leaveAnswer } from '../../terminal/prompts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { textWidth } from '../../text/text-width.ts';
import type { Hints } from '../rules/field-words.ts';
import type { LineQuestion, PickQuestion, Question, Reading } from '../rules/question.ts';
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
  const askOnce = createAskLine(terminal, signal, editor);
  const look = terminal.err;
  const lines = answeredLines(look);
  return {
    look,
    back: lines.back,
    async ask(question, begun = { words: undefined }) {
      const { message } = question;
      lines.begin(message);
      const config =
        question.ask === 'pick' ? listConfig(question, look) : lineConfig(question, begun, { editor, look });
      const { by, row, text } = await askOnce({ message, instead }, config);
      const picked = question.ask === 'pick' ? question.rows[row] : undefined;
      if (by === 'back' || (question.ask === 'pick' && picked === undefined)) {
        lines.back();
        return undefined;
      }
      begun.words = undefined;
      const isPassing = question.ask === 'pick' && question.isPassing === true;
      lines.answered(message, isPassing ? undefined : (picked?.name ?? text));
      return question.ask === 'pick' ? picked?.answer : answerOf(question, text);
    },
  };
}

type Config = Parameters<AskLine>[1];

function hintOf(hints: Hints, { symbols }: Asker['look']): string {
  return hints.filter((hint) => hint !== undefined && hint !== '').join(` ${symbols.dot} `);
}

function listConfig(
  { hints = [], preset, rows, unfound }: PickQuestion<unknown>,
  look: Asker['look'],
): Config {
  const listed = rows.map(({ detail, name, says }) => ({
    name,
    detail: detail && (() => hintOf(detail(), look)),
    says: says && (() => hintOf(says(), look)),
  }));
  return { rows: listed, active: preset, hint: hintOf(hints, look), unfound };
}

function lineConfig(
  question: LineQuestion<unknown>,
  begun: BegunWords,
  { editor, look }: { editor: EditorPorts; look: Asker['look'] },
): Config {
  const { editing, hints = [], initial, link, preset, takesLines } = question;
  const { complete, hint, note } = link === undefined ? noLink : linkLine(link);
  const takes = editing && preset !== undefined ? 'Enter takes it, Tab changes it' : undefined;
  const opens = editing && `Ctrl-G opens ${editorName(editor)}`;
  return {
    ...{ complete, editing, preset, takesLines },
    initial: begun.words ?? initial,
    hint: hintOf([hint, takes, opens, ...hints], look),
    note: (typed) => (typed === '' ? undefined : note?.(typed)) ?? noteOf(readingOf(question, typed)),
    onType(words) {
      begun.words = words === '' ? undefined : words;
    },
  };
}

const noLink: Partial<ReturnType<typeof linkLine>> = {};

function readingOf<Answer>({ link, read }: LineQuestion<Answer>, typed: string): Reading<Answer> {
  return read(link === undefined ? typed : linkLine(link).read(typed));
}

function answerOf<Answer>(question: LineQuestion<Answer>, typed: string): Answer | undefined {
  const reading = readingOf(question, typed);
  return 'answer' in reading ? reading.answer : reading.anyway;
}

function noteOf(reading: Reading<unknown>): LineNote | undefined {
  if ('answer' in reading) return undefined;
  return { kind: 'fault', text: reading.fault, mayStay: 'anyway' in reading };
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
