import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cast } from '../../account/settings/cast.ts';
import type { Hint } from '../../errors/hint.ts';
import { createAsk } from '../../terminal/prompts.ts';
import type { Terminal, TerminalStream } from '../../terminal/terminal.ts';
import { safeLine } from '../../text/safe-text.ts';
import { withoutSecrets } from '../../text/secret-variables.ts';
import { textWidth } from '../../text/text-width.ts';
import { asOneLine, drawnLine, tellPastes } from './drawn-text.ts';
import { type LineConfig, linePrompt } from './line-prompt.ts';
import { type PickConfig, pickPrompt } from './pick-prompt.ts';

/**
 * Asks a person, by the two kinds of questions that all others are built from, or in an editor. A question is answered with
 * undefined where the person went back.
 */
export interface Asker {
  look: Terminal['err'];
  /** `passing` removes the question from the screen after the answer, where the next question shows what was picked. */
  pick(config: Omit<PickConfig, 'look' | 'onBack'>, passing?: 'passing'): Promise<number | undefined>;
  line(config: Omit<LineConfig, 'begun' | 'look' | 'onBack' | 'onType'>): Promise<string | undefined>;
  /** Lets the person change a text in an editor. Undefined where it was not changed; the person is told why. */
  edit(text: string, fileName: string): Promise<string | undefined>;
  editorName: string;
  /** Words that were typed at a line and not entered. The next line begins with them; an answer leaves none. */
  begun: { words: string | undefined };
  /** The names that stand for files; none before the account is chosen. */
  cast: Cast;
  /** Told that the person went back from questions of somebody else to those of this one. */
  back(): void;
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
  const editorName = programOf(editorCommand(editor));
  const begun: Asker['begun'] = { words: undefined };
  return {
    begun,
    look,
    editorName,
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
    async line(config) {
      const { message, shown } = config;
      lines.begin(message);
      const given = await ask({ message, instead }, async (message, context) => {
        const screen = { ...context, clearPromptOnDone: false };
        look.raw().write(tellPastes.on);
        const onType = (words: string): void => {
          begun.words = words === '' ? undefined : words;
        };
        const [begin, onBack] = [begun.words, () => wipe(screen)];
        try {
          return await linePrompt({ ...config, message, look, begun: begin, onBack, onType }, screen);
        } finally {
          look.raw().write(tellPastes.off);
        }
      });
      if (given === undefined) lines.back();
      else {
        begun.words = undefined;
        lines.answered(message, shown?.(given) ?? drawnLine(asOneLine(given), look));
      }
      return given;
    },
    async edit(text, fileName) {
      const edited = await editText(text, fileName, { ...editor, signal });
      if (edited.ok && edited.isChanged) return edited.text;
      // The caller asks the question again, and the signal that ended the editor ends that too.
      if (signal.aborted) return undefined;
      look.lines([
        edited.ok
          ? `  ${look.colors.dim(`Nothing was changed in ${editorName}.`)}`
          : `${look.colors.bad(look.symbols.bad)} The editor did not end well: ${edited.why}`,
      ]);
      return undefined;
    },
  };
}

/** Removes a question that the person went back from. Inquirer reads this flag when the question ends. */
function wipe(screen: { clearPromptOnDone: boolean }): void {
  screen.clearPromptOnDone = true;
}

/** `/usr/bin/code --wait` → `code`. */
function programOf(command: string): string {
  return command.trim().split(/\s/, 1)[0]?.split(/[\\/]/).at(-1) ?? command;
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

interface EditorPorts {
  /** Variables for the editor, which gets them without secrets. VISUAL and EDITOR name it; an empty one counts as unset. */
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Ends the editor when it aborts. */
  signal?: AbortSignal | undefined;
}

/** How an editor ended: with a text, which may be unchanged, or with a failure. */
type Edited = { ok: true; text: string; isChanged: boolean } | { ok: false; why: string };

/** The command line of the person's editor. */
export function editorCommand({ environment, platform }: EditorPorts): string {
  return environment.VISUAL || environment.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * Lets a person change a text in their editor, in a file that no other user can read. The editor draws on stderr, as the
 * questions do, because stdout may be a file. One newline at the end is taken off again, since editors add it.
 */
export async function editText(text: string, fileName: string, ports: EditorPorts): Promise<Edited> {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-'));
  const path = join(folder, fileName);
  try {
    const given = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    writeFileSync(path, given, { mode: 0o600 });
    const command = editorCommand(ports);
    const code = await runEditor(command, path, ports);
    // The shell's own words for it are drawn over.
    if (code === 127) return { ok: false, why: `there is no program for ${command}` };
    if (code !== 0) return { ok: false, why: `${command} ended with ${code}` };
    const left = withoutLastNewline(readFileSync(path, 'utf8'));
    return { ok: true, text: left, isChanged: left !== withoutLastNewline(given) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function runEditor(
  command: string,
  path: string,
  { environment, platform, signal }: EditorPorts,
): Promise<number | string> {
  // The variable is a command line such as `code --wait`, so a shell runs it, and gets the path as a word of its own.
  const [program, words] =
    platform === 'win32'
      ? ([`${command} "${path}"`, []] as const)
      : (['/bin/sh', ['-c', `${inPlace(command)}${command} "$1"`, 'editor', path]] as const);
  return new Promise((resolve, reject) => {
    const ended = signal === undefined ? {} : { signal };
    const child = spawn(program, words, {
      stdio: ['inherit', 2, 2],
      env: withoutSecrets(environment),
      shell: platform === 'win32',
      ...ended,
    });
    child.once('error', reject);
    child.once('close', (code, by) => resolve(code ?? by ?? 'no code'));
  });
}

/** `exec` for a single program: it replaces the shell, so that a signal to the shell ends the editor. */
function inPlace(command: string): string {
  return /^\s*\w+=|[;&|\n]/.test(command) ? '' : 'exec ';
}
