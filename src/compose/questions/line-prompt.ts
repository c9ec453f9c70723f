import {
  createPrompt,
  isBackspaceKey,
  isEnterKey,
  isTabKey,
  useEffect,
  useKeypress,
  useRef,
  useState,
} from '@inquirer/core';
import { isEscape, useQuestion } from '../../terminal/use-question.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import {
  asOneLine,
  asText,
  below,
  drawnLine,
  faultLine,
  isPasteEnd,
  isPasteStart,
  lineEndsNote,
  type Paste,
  pastedLines,
  withKey,
} from './drawn-text.ts';

/** A remark below a line while it is typed: what is wrong with it, or what it stands for. */
export interface LineNote {
  text: string;
  kind: 'fault' | 'warning' | 'fact';
  /** True if a second Enter takes the line with its fault. */
  mayStay?: boolean;
}

/** A line after Tab, and the other completions that are possible. */
export interface Completion {
  line: string;
  others: readonly string[];
}

export interface LineConfig {
  message: string;
  look: Look;
  /** True if the answer may have several lines, which are pasted. Otherwise pasted lines are joined, and a remark says so. */
  takesLines?: boolean | undefined;
  /** The text that the line begins with, to be changed. */
  initial?: string | undefined;
  /** Words that were typed here before and not entered; the line begins with them. */
  begun?: string | undefined;
  /** The answer that Enter takes on an empty line; shown beside the question. */
  preset?: string | undefined;
  /** The words that show the preset, where it is too long to be shown whole. */
  presetWords?: string | undefined;
  /** Words below the line while there is no remark on it. */
  hint?: string | undefined;
  /** The remark on a line, asked for whenever the line changes. A fault keeps Enter from taking the line, and is said then. */
  note: (line: string) => LineNote | undefined;
  /** A remark below the line until a key is pressed. */
  said?: LineNote | undefined;
  complete?: ((line: string) => Completion) | undefined;
  /** The words that stay on the screen for an answer. */
  shown?: ((line: string) => string) | undefined;
  /** Called on Esc, before the question ends. */
  onBack?: (() => void) | undefined;
  /** Called on Ctrl-G, before the question ends with the text as it is, judged or not. */
  onEdit?: (() => void) | undefined;
  /** Told of the text whenever it changes. */
  onType?: ((text: string) => void) | undefined;
}

/** A question for one line, which is checked while it is typed. Tab completes. The answer is undefined after Esc, which goes back. */
export const linePrompt = createPrompt<string | undefined, LineConfig>((config, done) => {
  const { end, isDone, prefix } = useQuestion(config.look, { keepsLateKeys: true });
  const [line, setLine] = useLine(config);
  const [preset, setPreset] = useState(config.initial === undefined ? config.preset : undefined);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(refusalOf(config.said));
  const [said, setSaid] = useState(config.said?.text);
  const paste = useRef<Paste | undefined>(undefined);

  const leave = (answer: string | undefined): void => {
    end();
    done(answer);
  };

  useKeypress((key, rl) => {
    if (isDone) return;
    if (isPasteStart(key)) {
      const cursor = cursorOf(rl);
      paste.current = { before: line.slice(0, cursor), after: line.slice(cursor), text: '' };
      // The line is written anew at the end of the paste: each of its keys would have it measured, were the cursor within it.
      Object.assign(rl, { cursor: rl.line.length });
      return;
    }
    if (paste.current !== undefined) {
      if (!isPasteEnd(key)) {
        paste.current = withKey(paste.current, key);
        return;
      }
      const pasted = takePaste(config, paste.current);
      paste.current = undefined;
      rewrite(rl, pasted);
      setRefused(undefined);
      setSaid(pasted.said);
      return setLine(pasted.line);
    }
    if (isEscape(key)) {
      config.onBack?.();
      return leave(undefined);
    }
    if (config.onEdit !== undefined && key.ctrl && key.name === 'g') {
      config.onEdit();
      return leave(asText(line));
    }
    if (isEnterKey(key)) {
      const answer = line === '' ? (preset ?? '') : asText(line);
      const note = config.note(answer);
      const isInsisting = note?.mayStay === true && refused !== undefined;
      if (note?.kind === 'fault' && !isInsisting) {
        rl.write(line);
        setRefused(refusalOf(note));
        return;
      }
      setLine(asOneLine(answer));
      return leave(answer);
    }
    setRefused(undefined);
    setSaid(undefined);
    if (isTabKey(key)) {
      const typed = rl.line.replaceAll('\t', '');
      const completed = completionOf(config, typed, preset);
      const cursor = completed.line === typed ? (cursorOf(rl) ?? 1) - 1 : completed.line.length;
      rewrite(rl, { line: completed.line, cursor });
      setLine(completed.line);
      setOthers(completed.others);
      return;
    }
    if (isBackspaceKey(key) && line === '') setPreset(undefined);
    setOthers([]);
    setLine(rl.line);
  });

  return drawLine(config, { isDone, line, preset, others, refused, said, prefix });
});

/** The text of the line, which begins with what is known already. `onType` is told of each change. */
function useLine({ begun, initial = '', onType }: LineConfig): [line: string, setLine: (to: string) => void] {
  const [line, showLine] = useState('');
  const setLine = (changed: string): void => {
    showLine(changed);
    onType?.(asText(changed));
  };
  useEffect((rl) => {
    // Readline has words already that were typed before the question was drawn.
    const ahead = rl.line;
    const first = asOneLine(begun ?? initial) + ahead;
    rewrite(rl, { line: first, cursor: first.length });
    if (ahead === '') showLine(first);
    else setLine(first);
  }, []);
  return [line, setLine];
}

/** Why Enter does not take a line; undefined for a remark that is no fault. */
function refusalOf(note: LineNote | undefined): string | undefined {
  if (note?.kind !== 'fault') return undefined;
  return note.mayStay === true ? `${note.text} Enter again takes it anyway.` : note.text;
}

/** The line with the pasted text at the cursor; `said` is a remark where several pasted lines were joined. */
function takePaste({ takesLines = false }: LineConfig, paste: Paste) {
  const lines = pastedLines(paste);
  const text = lines.join('\n');
  const before = paste.before + (takesLines ? asOneLine(text) : text.replaceAll(/\s*\n\s*/g, ' '));
  const isJoined = lines.length > 1 && !takesLines;
  return {
    line: before + paste.after,
    cursor: before.length,
    said: isJoined ? `${lines.length} lines were pasted, and are one here` : undefined,
  };
}

/** The place of readline's cursor, which inquirer's type leaves out. */
function cursorOf(readline: object): number | undefined {
  return 'cursor' in readline && typeof readline.cursor === 'number' ? readline.cursor : undefined;
}

function rewrite(
  readline: { clearLine(direction: 0): void; write(text: string): void },
  { line, cursor }: { line: string; cursor: number },
): void {
  readline.clearLine(0);
  readline.write(line);
  Object.assign(readline, { cursor });
}

/** The result of Tab on a line: the preset for an empty line, a completion for any other. */
function completionOf({ complete }: LineConfig, typed: string, preset: string | undefined): Completion {
  if (typed === '' && preset !== undefined) return { line: asOneLine(preset), others: [] };
  return complete?.(typed) ?? { line: typed, others: [] };
}

interface LineState {
  isDone: boolean;
  line: string;
  preset: string | undefined;
  others: readonly string[];
  refused: string | undefined;
  said: string | undefined;
  prefix: string;
}

/** The screen: the question's line, and the lines below it. */
function drawLine(config: LineConfig, state: LineState) {
  const { isDone, line, others, prefix, preset } = state;
  const { look, message, presetWords } = config;
  const { colors } = look;
  if (isDone) {
    const answer = line === '' ? '' : (config.shown?.(asText(line)) ?? drawnLine(line, look));
    return [prefix, colors.bold(message), colors.accent(answer)].filter(Boolean).join(' ');
  }
  const beside =
    line === '' && preset !== undefined
      ? colors.dim(`(${presetWords ?? drawnLine(asOneLine(preset), look)})`)
      : '';
  const head = [prefix, colors.bold(message), beside, drawnLine(line, look)]
    .filter((part) => part !== '')
    .join(' ');
  const bottom = others.length > 0 ? below(others.join('  '), look) : belowLine(config, state);
  return [line === '' ? `${head} ` : head, bottom] satisfies [string, string];
}

function belowLine({ hint, look, note }: LineConfig, { line, refused, said }: LineState): string {
  const { colors, symbols } = look;
  if (refused !== undefined) return faultLine(refused, look);
  const noted = line === '' ? undefined : note(asText(line));
  // More typing may mend a fault, so it waits for Enter.
  const remark = noted?.kind === 'fault' ? undefined : noted;
  if (remark?.kind === 'warning') return `${colors.warn(symbols.warn)} ${safeLine(remark.text)}`;
  const text = remark?.text ?? said ?? lineEndsNote(line, look) ?? hint;
  return text === undefined ? '' : below(safeLine(text), look);
}
