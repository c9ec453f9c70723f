import type { Cast } from '../../account/settings/setting-table.ts';
import type { Hint } from '../../errors/hint.ts';
import { type Ask, createAsk } from '../../terminal/prompts.ts';
import type { Terminal, TerminalStream } from '../../terminal/terminal.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth, textWidth } from '../../text/text-width.ts';
import { asOneLine, drawnLine, tellPastes } from './drawn-text.ts';
import { type Edited, type EditorPorts, editorName, editText } from './editor.ts';
import { type LineConfig, type LineNote, linePrompt } from './line-prompt.ts';
import { type PickConfig, pickPrompt } from './pick-prompt.ts';

/**
 * Asks a person, by the two kinds of questions that all others are built from, or in an editor. A question is answered with
 * undefined where the person went back.
 */
export interface Asker {
  look: Terminal['err'];
  /** `passing` removes the question from the screen after the answer, where the next question shows what was picked. */
  pick(config: Omit<PickConfig, 'look' | 'onBack'>, passing?: 'passing'): Promise<number | undefined>;
  /** `editing`: on Ctrl-G in an editor. A text from there is judged as a line is. */
  line(config: LineQuestion & { editing?: Editing }): Promise<string | undefined>;
  editorName: string;
  /** Words that were typed at a line and not entered. The next line begins with them; an answer leaves none. */
  begun: { words: string | undefined };
  /** The names that stand for files; none before the account is chosen. */
  cast: Cast;
  /** Told that the person went back from questions of somebody else to those of this one. */
  back(): void;
}

type LineQuestion = Omit<LineConfig, 'begun' | 'look' | 'onBack' | 'onEdit' | 'onType' | 'said'>;

/** How a text is changed in an editor. */
export interface Editing {
  /** The text that the editor begins with where nothing was typed. */
  draft: string;
  fileName: string;
}

/** @param instead the command that does the same without questions, to be named where nothing may be asked. */
export function createAsker(
  terminal: Terminal,
  signal: AbortSignal,
  editor: EditorPorts,
  instead: Hint,
): Asker {
  const ask = createAsk(terminal, signal);
  const look = terminal.err;
  const lines = answeredLines(look);
  const begun: Asker['begun'] = { words: undefined };
  return {
    begun,
    look,
    editorName: editorName(editor),
    cast: new Map(),
    back: lines.back,
    async pick(config, passing) {
      const { message } = config;
      lines.begin(message);
      const given = await ask({ message, instead }, (message, context) => {
        const screen = { ...context, clearPromptOnDone: passing !== undefined };
        return pickPrompt({ ...config, message, look, onBack: () => wipe(screen) }, screen);
      });
      if (given === undefined) lines.back();
      else
        lines.answered(message, passing === undefined ? safeLine(config.rows[given]?.name ?? '') : undefined);
      return given;
    },
    line: lineAsker({ ask, begun, editor: { ...editor, signal }, instead, lines, look }),
  };
}

interface LineMeans extends Pick<Asker, 'begun' | 'look'> {
  ask: Ask;
  editor: EditorPorts;
  instead: Hint;
  lines: AnsweredLines;
}

function lineAsker(means: LineMeans): Asker['line'] {
  const { begun, editor, lines, look } = means;
  return async ({ editing, ...config }) => {
    lines.begin(config.message);
    let said: LineNote | undefined;
    for (;;) {
      const { isToEdit, text } = await askOnce({ ...config, said }, editing !== undefined, means);
      if (text === undefined) {
        lines.back();
        return undefined;
      }
      if (isToEdit && editing !== undefined) {
        const edited = await editText(text === '' ? editing.draft : text, editing.fileName, editor);
        said = editedNote(edited, config.note, editorName(editor));
        const isAnswer = edited.ok && said === undefined;
        if (edited.ok && edited.isChanged) begun.words = edited.text === '' ? undefined : edited.text;
        if (!isAnswer) continue;
        look.lines([answerLine(config, edited.text, look)]);
      }
      const answer = isToEdit ? (begun.words ?? '') : text;
      begun.words = undefined;
      lines.answered(config.message, shownText(config, answer, look));
      return answer;
    }
  };
}

/** Asks for a line once. `isToEdit`: the person goes on with it in the editor. */
async function askOnce(
  config: LineQuestion & Pick<LineConfig, 'said'>,
  isEditable: boolean,
  { ask, begun, instead, look }: LineMeans,
): Promise<{ text: string | undefined; isToEdit: boolean }> {
  let isToEdit = false;
  const text = await ask({ message: config.message, instead }, async (message, context) => {
    const screen = { ...context, clearPromptOnDone: false };
    const onBack = (): void => wipe(screen);
    const onEdit = (): void => {
      isToEdit = true;
      wipe(screen);
    };
    const onType = (words: string): void => {
      begun.words = words === '' ? undefined : words;
    };
    const heard = isEditable ? { onBack, onEdit, onType } : { onBack, onType };
    look.raw().write(tellPastes.on);
    try {
      return await linePrompt({ ...config, ...heard, message, look, begun: begun.words }, screen);
    } finally {
      look.raw().write(tellPastes.off);
    }
  });
  return { text, isToEdit };
}

/** The line that an answer from the editor leaves on the screen, as one that was typed does. It is cut, so that going back finds it. */
function answerLine(config: LineQuestion, text: string, look: Terminal['err']): string {
  const { colors, columns, symbols } = look;
  const room = columns - textWidth(config.message) - 4;
  const words = cutToWidth(shownText(config, text, look), room, symbols.ellipsis);
  return `${colors.good(symbols.good)} ${colors.bold(config.message)} ${colors.accent(words)}`;
}

/** The remark on a text from the editor that is not the answer; undefined for one that is. */
function editedNote(edited: Edited, note: LineQuestion['note'], name: string): LineNote | undefined {
  if (!edited.ok) return { kind: 'fault', text: `The editor did not end well: ${edited.why}` };
  if (!edited.isChanged) return { kind: 'fact', text: `Nothing was changed in ${name}.` };
  const said = note(edited.text);
  return said?.kind === 'fault' ? said : undefined;
}

/** The words that stay on the screen for an answer. */
function shownText({ shown }: LineQuestion, text: string, look: Terminal['err']): string {
  return shown?.(text) ?? drawnLine(asOneLine(text), look);
}

/** Removes a question that the person went back from. Inquirer reads this flag when the question ends. */
function wipe(screen: { clearPromptOnDone: boolean }): void {
  screen.clearPromptOnDone = true;
}

/** The lines that answers leave on the screen. One is taken off where the person goes back to its question. */
interface AnsweredLines {
  /** Told of a question before it is asked. */
  begin(message: string): void;
  /** Told of its answer as it stands on the screen; undefined where it leaves none. */
  answered(message: string, answer: string | undefined): void;
  /** Told that the person went back from it. */
  back(): void;
}

interface Line {
  message: string;
  answer: string;
  /** How many texts had been written then: below what was written since, the line is not found any more. */
  writes: number;
}

/** The cursor a line up, and that line empty. */
const eraseLine = '\u001b[1A\u001b[2K';

function answeredLines(stream: TerminalStream): AnsweredLines {
  const lines: Line[] = [];
  let isBack = false;
  return {
    begin(message) {
      const last = lines.at(-1);
      if (!isBack || last?.message !== message || last.writes !== stream.writes()) return;
      lines.pop();
      // A line that is wrapped stays: where it begins is for the terminal to know.
      if (textWidth(`? ${message} ${last.answer}`) < stream.columns) stream.raw().write(eraseLine);
    },
    answered(message, answer) {
      isBack = false;
      if (answer !== undefined) lines.push({ message, answer, writes: stream.writes() });
    },
    back() {
      isBack = true;
    },
  };
}
