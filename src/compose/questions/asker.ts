import type { Hint } from '../../errors/hint.ts';
import { drawnText } from '../../terminal/lines/drawn-line.ts';
import { type EditorPorts, editorName } from '../../terminal/lines/editor.ts';
import type { Given, LineNote } from '../../terminal/lines/line-config.ts';
import { type AskLine, createAskLine, leaveAnswer } from '../../terminal/prompts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { textWidth } from '../../text/text-width.ts';
import type { Hints } from '../rules/field-words.ts';
import type { LineQuestion, PickQuestion, Question, Reading } from '../rules/question.ts';
import { linkLine } from './link-line.ts';

/** Judges an answer before its line is left on the screen: why the question is asked again, or undefined where the answer is taken. */
type JudgeAnswer<Answer> = (answer: Answer) => Promise<LineNote | undefined>;

/** Options of a question beside its words. */
interface AskedWith<Answer> {
  /** Words that were typed at this question before and not entered. They are kept in it, and an answer leaves none. */
  begun?: BegunWords;
  judge?: JudgeAnswer<Answer>;
}

/** Asks a person. */
export interface Asker {
  look: Terminal['err'];
  /** Resolves with the answer, which its judge has taken; undefined where the person went back. */
  ask<Answer>(question: Question<Answer>, asked?: AskedWith<Answer>): Promise<Answer | undefined>;
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
    async ask(question, { begun = { words: undefined }, judge } = {}) {
      const { message } = question;
      lines.begin(message);
      for (let refused: Refused | undefined; ; ) {
        const config =
          question.ask === 'pick'
            ? listConfig(question, look)
            : lineConfig(question, begun, { editor, look });
        const given = await askOnce({ message, instead }, { ...config, ...again(question, refused) });
        const answer = given.by === 'back' ? undefined : answerOf(question, given);
        if (answer === undefined) {
          lines.back();
          return undefined;
        }
        const isInsisting = refused?.note.mayStay === true && isSameGiven(refused.given, given);
        const note = isInsisting ? undefined : await judge?.(answer);
        if (note !== undefined) {
          refused = { given, note };
          continue;
        }
        begun.words = undefined;
        const isPassing = question.ask === 'pick' && question.isPassing === true;
        const picked = question.ask === 'pick' ? question.rows[given.row]?.name : undefined;
        lines.answered(message, isPassing ? undefined : (picked ?? given.text));
        return answer;
      }
    },
  };
}

/** An answer that its judge refused, and why. */
interface Refused {
  given: Given;
  note: LineNote;
}

/** The question as it is asked again: with the answer that was refused, and the remark on that. */
function again({ ask }: Question<unknown>, refused: Refused | undefined): Partial<Config> {
  if (refused === undefined) return {};
  const { given, note } = refused;
  return ask === 'line' ? { initial: given.text, said: note } : { active: given.row, said: note };
}

function isSameGiven(one: Given, other: Given): boolean {
  return one.row === other.row && one.text === other.text;
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
    note: (typed) => remarkOf(question, typed, typed === '' ? undefined : note?.(typed)),
    onType(words) {
      begun.words = words === '' ? undefined : words;
    },
  };
}

const noLink: Partial<ReturnType<typeof linkLine>> = {};

function readingOf<Answer>({ link, read }: LineQuestion<Answer>, typed: string): Reading<Answer> {
  return read(link === undefined ? typed : linkLine(link).read(typed));
}

/** The answer that a row or a line is; undefined where it is none. */
function answerOf<Answer>(question: Question<Answer>, { row, text }: Given): Answer | undefined {
  if (question.ask === 'pick') return question.rows[row]?.answer;
  const reading = readingOf(question, text);
  return 'answer' in reading ? reading.answer : reading.anyway;
}

/**
 * The remark on a line: why it is no answer, else what a person may insist on, else what is known of its file. What is known of a
 * file never hides that the line is no answer.
 */
function remarkOf<Answer>(question: LineQuestion<Answer>, typed: string, ofFile: LineNote | undefined) {
  const reading = readingOf(question, typed);
  const ofAnswer: LineNote | undefined =
    'answer' in reading ? undefined : { kind: 'fault', text: reading.fault, mayStay: 'anyway' in reading };
  const faults = [ofFile, ofAnswer].filter((note) => note?.kind === 'fault');
  return faults.find((note) => note?.mayStay !== true) ?? faults[0] ?? ofFile;
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
