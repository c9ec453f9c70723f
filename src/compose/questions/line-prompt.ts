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
  /** The remark on a line, asked for whenever the line changes. A fault keeps Enter from taking the line. */
  note: (line: string) => LineNote | undefined;
  complete?: ((line: string) => Completion) | undefined;
  /** The words that stay on the screen for an answer. */
  shown?: ((line: string) => string) | undefined;
  /** Called on Esc, before the question ends. */
  onBack?: (() => void) | undefined;
  /** Told of the text whenever it changes. */
  onType?: ((text: string) => void) | undefined;
}

/** A question for one line, which is checked while it is typed. Tab completes. The answer is undefined after Esc, which goes back. */
export const linePrompt = createPrompt<string | undefined, LineConfig>((config, done) => {
  const { end, isDone, prefix } = useQuestion(config.look);
  const [line, showLine] = useState('');
  const [preset, setPreset] = useState(config.initial === undefined ? config.preset : undefined);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [joined, setJoined] = useState<string | undefined>(undefined);
  const paste = useRef<Paste | undefined>(undefined);

  const setLine = (changed: string): void => {
    showLine(changed);
    config.onType?.(asText(changed));
  };

  useEffect((rl) => {
    const initial = asOneLine(config.begun ?? config.initial ?? '');
    rl.write(initial);
    showLine(initial);
  }, []);

  useKeypress((key, rl) => {
    if (isDone) return;
    if (isPasteStart(key)) {
      const cursor = cursorOf(rl);
      paste.current = { before: line.slice(0, cursor), after: line.slice(cursor), text: '' };
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
      setJoined(pasted.said);
      setLine(pasted.line);
      return;
    }
    if (isEscape(key)) {
      config.onBack?.();
      end();
      done(undefined);
      return;
    }
    if (isEnterKey(key)) {
      const answer = line === '' ? (preset ?? '') : asText(line);
      const note = config.note(answer);
      const isInsisting = note?.mayStay === true && refused !== undefined;
      if (note?.kind === 'fault' && !isInsisting) {
        rl.write(line);
        setRefused(note.mayStay === true ? `${note.text} Enter again takes it anyway.` : note.text);
        return;
      }
      setLine(asOneLine(answer));
      end();
      done(answer);
      return;
    }
    setRefused(undefined);
    setJoined(undefined);
    if (isTabKey(key)) {
      const completed = completionOf(config, rl.line.replaceAll('\t', ''), preset);
      rewrite(rl, { line: completed.line, cursor: completed.line.length });
      setLine(completed.line);
      setOthers(completed.others);
      return;
    }
    if (isBackspaceKey(key) && line === '') setPreset(undefined);
    setOthers([]);
    setLine(rl.line);
  });

  return drawLine(config, { isDone, line, preset, others, refused, joined, prefix });
});

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
  joined: string | undefined;
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

function belowLine({ hint, look, note }: LineConfig, { joined, line, refused }: LineState): string {
  const { colors, symbols } = look;
  const said = refused === undefined ? (line === '' ? undefined : note(asText(line))) : undefined;
  if (refused !== undefined || said?.kind === 'fault') return faultLine(refused ?? said?.text ?? '', look);
  if (said?.kind === 'warning') return `${colors.warn(symbols.warn)} ${safeLine(said.text)}`;
  const text = said?.text ?? joined ?? lineEndsNote(line, look) ?? hint;
  return text === undefined ? '' : below(safeLine(text), look);
}
