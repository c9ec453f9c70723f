import type { Hint } from '../../errors/hint.ts';
import { type EditorPorts, editorName } from '../../terminal/lines/editor.ts';
import type { Given, LineNote } from '../../terminal/lines/line-config.ts';
import { type AskLine, createAskLine, createPrompts } from '../../terminal/prompts.ts';
import type { Choice } from '../../terminal/questions/ready-prompts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Hints } from '../rules/field-words.ts';
import type { LineQuestion, PickQuestion, Question, Reading } from '../rules/question.ts';
import { type AnswersShown, createAnswersShown } from './answers-shown.ts';
import { type FolderOfPaths, linkLine } from './link-line.ts';

/** Judges an answer before its line is left on the screen: why the question is asked again, or undefined where the answer is taken. */
type JudgeAnswer<Answer> = (answer: Answer) => Promise<LineNote | undefined>;

/** Options of a question beside its words. */
interface AskedWith<Answer> {
  /** Words that were typed at this question before and not entered. They are kept in it, and an answer leaves none. */
  begun?: BegunWords;
  judge?: JudgeAnswer<Answer>;
  /** True if the answer is about the request: `show` has its values on the screen. */
  isOfRequest?: boolean;
}

/** Asks a person. */
export interface Asker extends Pick<AnswersShown, 'back' | 'show' | 'showRequest'> {
  look: Terminal['err'];
  /** Resolves with the answer, which its judge has taken; undefined where the person went back. */
  ask<Answer>(question: Question<Answer>, asked?: AskedWith<Answer>): Promise<Answer | undefined>;
  /** Asks for one of a short list that is not about the request. Undefined where the person went back. */
  choose<Value>(message: string, list: ShortList<Value>): Promise<Value | undefined>;
}

/** The arrow is at the choice with the value `preset` first. */
interface ShortList<Value> {
  choices: readonly Choice<Value>[];
  preset: Value;
}

export interface BegunWords {
  words: string | undefined;
}

/** The machine that a person answers at. */
interface AnsweringMachine extends EditorPorts {
  folder: FolderOfPaths;
}

/** @param instead the command that does the same without questions, to be named where nothing may be asked. */
export function createAsker(
  terminal: Terminal,
  signal: AbortSignal,
  machine: AnsweringMachine,
  instead: Hint,
): Asker {
  const askOnce = createAskLine(terminal, signal, machine);
  const prompts = createPrompts(terminal, signal);
  const look = terminal.err;
  const { back, begin, show, showOwn, showRequest } = createAnswersShown(look);
  return {
    ...{ look, back, show, showRequest },
    async choose(message, { choices, preset }) {
      begin(message);
      const value = await prompts.choose({ message, instead, choices, preset });
      const chosen = choices.find((choice) => choice.value === value);
      if (chosen === undefined) back();
      else showOwn({ message, text: chosen.name });
      return value;
    },
    async ask(question, { begun = { words: undefined }, isOfRequest = false, judge } = {}) {
      const { message } = question;
      begin(message);
      const line = question.ask === 'line' ? lineOf(question, machine.folder) : undefined;
      for (let refused: Refused | undefined; ; ) {
        const config =
          question.ask === 'pick'
            ? listConfig(question, look)
            : lineConfig(question, begun, { line, look, machine });
        const given = await askOnce({ message, instead }, { ...config, ...again(question, refused) });
        const answer = given.by === 'back' ? undefined : answerOf(question, given, line);
        if (answer === undefined) {
          back();
          return undefined;
        }
        const isInsisting = refused?.note.mayStay === true && isSameGiven(refused.given, given);
        const note = isInsisting ? undefined : bothFaults(line?.remark(given.text), await judge?.(answer));
        if (note !== undefined) {
          refused = { given, note };
          continue;
        }
        begun.words = undefined;
        const picked = question.ask === 'pick' ? question.rows[given.row]?.name : undefined;
        if (!isOfRequest) showOwn({ message, text: picked ?? given.text });
        return answer;
      }
    },
  };
}

/**
 * The remark that keeps an answer from being taken. The question may let a person insist on what its judge refuses for good: then
 * the judge's words alone are true.
 */
function bothFaults(remark: LineNote | undefined, judged: LineNote | undefined): LineNote | undefined {
  const doubt = remark?.kind === 'fault' ? remark : undefined;
  if (judged === undefined || doubt === undefined) return judged ?? doubt;
  return judged.mayStay === true ? { ...judged, text: `${doubt.text} ${judged.text}` } : judged;
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

function lineConfig<Answer>(
  { editing, hints = [], initial, preset, takesLines }: LineQuestion<Answer>,
  begun: BegunWords,
  { line, look, machine }: { line: ReadLine<Answer> | undefined; look: Asker['look']; machine: EditorPorts },
): Config {
  const takes = editing && preset !== undefined ? 'Enter takes it, Tab changes it' : undefined;
  const opens = editing && `Ctrl-G opens ${editorName(machine)}`;
  return {
    ...{ editing, preset, takesLines },
    complete: line?.link?.complete,
    initial: begun.words ?? initial,
    hint: hintOf([line?.link?.hint, takes, opens, ...hints], look),
    note: line?.remark,
    onType(words) {
      begun.words = words === '' ? undefined : words;
    },
  };
}

/** A line and what is known of its words. */
interface ReadLine<Answer> {
  link: ReturnType<typeof linkLine> | undefined;
  read(typed: string): Reading<Answer>;
  /**
   * The remark on a line: why it is no answer, else what a person may insist on, else what is known of its file. What is known of
   * a file never hides that the line is no answer.
   */
  remark(typed: string): LineNote | undefined;
}

function lineOf<Answer>(question: LineQuestion<Answer>, folder: FolderOfPaths): ReadLine<Answer> {
  const link = question.link && linkLine(question.link, folder);
  const read = (typed: string): Reading<Answer> =>
    question.read(link === undefined ? typed : link.read(typed));
  return {
    ...{ link, read },
    remark(typed) {
      const reading = read(typed);
      const ofFile = typed === '' ? undefined : link?.note?.(typed);
      const ofAnswer: LineNote | undefined =
        'answer' in reading
          ? undefined
          : { kind: 'fault', text: reading.fault, mayStay: 'anyway' in reading };
      const faults = [ofFile, ofAnswer].filter((note) => note?.kind === 'fault');
      return faults.find((note) => note?.mayStay !== true) ?? faults[0] ?? ofFile;
    },
  };
}

/** The answer that a row or a line is; undefined where it is none. */
function answerOf<Answer>(
  question: Question<Answer>,
  { row, text }: Given,
  line: ReadLine<Answer> | undefined,
): Answer | undefined {
  if (question.ask === 'pick') return question.rows[row]?.answer;
  const reading = line?.read(text) ?? question.read(text);
  return 'answer' in reading ? reading.answer : reading.anyway;
}
