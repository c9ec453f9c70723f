import {
  createPrompt,
  isBackspaceKey,
  isEnterKey,
  isTabKey,
  makeTheme,
  useEffect,
  useKeypress,
  usePrefix,
  useRef,
  useState,
} from '@inquirer/core';
import type { Look } from '../look.ts';
import { promptTheme } from '../prompt-theme.ts';
import { below } from './below.ts';
import { type Given, goBack, isEscape, quickEscape } from './escape-key.ts';
import { isPasteEnd, isPasteStart, type Paste, pastedLine, withKey } from './paste.ts';

/** What is said below a line while it is typed: what is wrong with it, or what it stands for. */
export interface LineNote {
  text: string;
  kind: 'fault' | 'warning' | 'fact';
}

/** What Tab makes of a line, and what else it could have become. */
export interface Completion {
  line: string;
  others: readonly string[];
}

export interface LineConfig {
  message: string;
  look: Look;
  /** Stands in the line already, to be changed. */
  initial?: string | undefined;
  /** What Enter takes from an empty line; shown beside the question. */
  preset?: string | undefined;
  /** The preset as it is shown, where that is not the whole of it. */
  presetWords?: string | undefined;
  /** Below the line while nothing is to be said of it. */
  hint?: string | undefined;
  /** What is to be said of the line, each time that it changes. A fault keeps Enter from taking it. */
  note: (line: string) => LineNote | undefined;
  complete?: ((line: string) => Completion) | undefined;
  /** The answer as it stays on the screen. */
  shown?: ((line: string) => string) | undefined;
  /** Told of Esc, before the question ends. */
  onBack?: (() => void) | undefined;
}

/** One line, judged as it is typed. Tab completes, Esc goes back. */
export const linePrompt = createPrompt<Given<string>, LineConfig>((config, done) => {
  const theme = makeTheme(promptTheme(config.look));
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const [line, setLine] = useState('');
  const [preset, setPreset] = useState(config.initial === undefined ? config.preset : undefined);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const paste = useRef<Paste | undefined>(undefined);
  const prefix = usePrefix({ status, theme });

  useEffect((rl) => {
    quickEscape(rl);
    if (config.initial === undefined) return;
    rl.write(config.initial);
    setLine(config.initial);
  }, []);

  useKeypress((key, rl) => {
    if (status === 'done') return;
    if (isPasteStart(key)) {
      paste.current = { before: line, text: '' };
      return;
    }
    if (paste.current !== undefined) {
      if (!isPasteEnd(key)) {
        paste.current = withKey(paste.current, key);
        return;
      }
      const pasted = pastedLine(paste.current);
      paste.current = undefined;
      rl.clearLine(0);
      rl.write(pasted);
      setRefused(undefined);
      setLine(pasted);
      return;
    }
    if (isEscape(key)) {
      config.onBack?.();
      setStatus('done');
      done(goBack);
      return;
    }
    if (isEnterKey(key)) {
      const answer = line === '' ? (preset ?? '') : line;
      const note = config.note(answer);
      if (note?.kind === 'fault') {
        rl.write(line);
        setRefused(note.text);
        return;
      }
      setLine(answer);
      setStatus('done');
      done({ given: answer });
      return;
    }
    setRefused(undefined);
    if (isTabKey(key)) {
      const completed = completionOf(config, rl.line.replaceAll('\t', ''), preset);
      rl.clearLine(0);
      rl.write(completed.line);
      setLine(completed.line);
      setOthers(completed.others);
      return;
    }
    if (isBackspaceKey(key) && line === '') setPreset(undefined);
    setOthers([]);
    setLine(rl.line);
  });

  return drawLine(config, { isDone: status === 'done', line, preset, others, refused, prefix });
});

/** Of an empty line the preset, where it is one line; of any other what its completion makes of it. */
function completionOf({ complete }: LineConfig, typed: string, preset: string | undefined): Completion {
  if (typed === '' && preset !== undefined && !preset.includes('\n')) return { line: preset, others: [] };
  return complete?.(typed) ?? { line: typed, others: [] };
}

interface LineState {
  isDone: boolean;
  line: string;
  preset: string | undefined;
  others: readonly string[];
  refused: string | undefined;
  prefix: string;
}

/** What stands on the screen: the question's line, and what is below it. */
function drawLine(config: LineConfig, { isDone, line, others, prefix, preset, refused }: LineState) {
  const { look, message, presetWords } = config;
  const { colors } = look;
  if (isDone) {
    const answer = line === '' ? '' : (config.shown?.(line) ?? line);
    return [prefix, colors.bold(message), colors.accent(answer)].filter(Boolean).join(' ');
  }
  const beside = line === '' && preset !== undefined ? colors.dim(`(${presetWords ?? preset})`) : '';
  const head = [prefix, colors.bold(message), beside, line].filter((part) => part !== '').join(' ');
  const bottom = others.length > 0 ? below(others.join('  '), look) : belowLine(config, line, refused);
  return [line === '' ? `${head} ` : head, bottom] satisfies [string, string];
}

function belowLine({ hint, look, note }: LineConfig, line: string, refused: string | undefined): string {
  const { colors, symbols } = look;
  const said = refused === undefined ? (line === '' ? undefined : note(line)) : undefined;
  if (refused !== undefined || said?.kind === 'fault')
    return `${colors.bad(symbols.bad)} ${refused ?? said?.text}`;
  if (said?.kind === 'warning') return `${colors.warn(symbols.warn)} ${said.text}`;
  const text = said?.text ?? hint;
  return text === undefined ? '' : below(text, look);
}
