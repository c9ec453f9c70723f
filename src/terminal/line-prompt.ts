import {
  createPrompt,
  isBackspaceKey,
  isDownKey,
  isEnterKey,
  isTabKey,
  isUpKey,
  type KeypressEvent,
  useEffect,
  useKeypress,
  useMemo,
  useRef,
  useState,
} from '@inquirer/core';
import { asOneLine, asText, drawLine } from './lines/drawn-line.ts';
import type { Completion, Given, LineConfig, LineNote } from './lines/line-config.ts';
import { nextPlace, rowsMost, searchOf, unchosen } from './lines/rows.ts';
import { useShrunk } from './list-window.ts';
import { isEscape, useQuestion } from './questions/use-question.ts';

type Readline = Parameters<Parameters<typeof useKeypress>[0]>[1];

/** A paste that is arriving key by key, between the ends of the line. Its ends of lines must not count as Enter. */
interface Paste {
  before: string;
  after: string;
  text: string;
}

/** A line to type on, with the rows that it finds or with remarks below it. Tab completes, Esc goes back. */
export const linePrompt = createPrompt<Given, LineConfig>((config, done) => {
  const { look, rows } = config;
  const { prefix } = useQuestion(look, { keepsLateKeys: true });
  const [preset, setPreset] = useState(config.preset);
  const [active, setActive] = useState(config.active ?? unchosen);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(refusalOf(config.said));
  const [said, setSaid] = useState(config.said?.text);
  const { line, readPaste, setLine } = useLine(config, (changed) =>
    setActive(changed === '' ? (config.active ?? unchosen) : 0),
  );
  const search = useMemo(() => searchOf(rows ?? []), [rows]);
  const found = useMemo(() => search(line), [search, line]);
  const isShrunk = useShrunk(look);

  const leave = (by: Given['by'], text: string, row = unchosen): void => {
    config.onEnd?.();
    done({ by, text, row });
  };
  const enter = (rl: Readline, isUnseen: boolean): void => {
    // Enter has emptied readline's line; the text stays to be mended.
    rl.write(line);
    const row = found[active];
    if (rows !== undefined && (isUnseen || row === undefined)) return;
    const text = line === '' ? (preset ?? '') : asText(line);
    const note = row === undefined ? config.note?.(text) : undefined;
    // A fault that may stay is said by the asker, who knows more of it.
    if (note?.kind === 'fault' && note.mayStay !== true) setRefused(refusalOf(note));
    else leave('enter', text, row);
  };

  useKeypress((key, rl) => {
    const isUnseen = isShrunk();
    const pasted = readPaste(key, rl);
    if (pasted === 'a part') return;
    if (isEscape(key)) return leave('back', asText(line));
    if (config.isEdited === true && key.ctrl && key.name === 'g') return leave('editor', asText(line));
    if (isEnterKey(key)) return enter(rl, isUnseen);
    setRefused(undefined);
    setSaid(pasted);
    setOthers([]);
    const step = rows === undefined ? undefined : stepOf(key);
    if (step !== undefined) {
      rewrite(rl, line);
      setActive(nextPlace(active, step, found.length));
    } else if (isTabKey(key)) {
      const completed = completedLine(config, line, preset);
      rewrite(rl, completed.line, completed.line === line ? (cursorOf(rl) ?? 1) - 1 : undefined);
      setLine(completed.line);
      setOthers(completed.others);
    } else {
      if (isBackspaceKey(key) && line === '') setPreset(undefined);
      setLine(rl.line);
    }
  });

  return drawLine(config, { active, found, line, others, prefix, preset, refused, said });
});

/** The line as it was typed and pasted. `onChange` is told of each change but the first text. */
function useLine(config: LineConfig, onChange: (line: string) => void) {
  const [line, showLine] = useState('');
  const paste = useRef<Paste | undefined>(undefined);
  const setLine = (changed: string): void => {
    if (changed === line) return;
    showLine(changed);
    onChange(changed);
    config.onType?.(asText(changed));
  };
  useEffect((rl) => {
    // Readline has words already that were typed before the question was drawn.
    const ahead = rl.line;
    const first = asOneLine(config.initial ?? '') + ahead;
    rewrite(rl, first);
    if (ahead === '') showLine(first);
    else setLine(first);
  }, []);
  /** `a part` for a key of a paste that goes on; else a remark on the paste that ended with it. */
  const readPaste = (key: KeypressEvent, rl: Readline): string | undefined => {
    if (key.name === 'paste-start') {
      const cursor = cursorOf(rl);
      paste.current = { before: line.slice(0, cursor), after: line.slice(cursor), text: '' };
      // The line is written anew at the end of the paste: each of its keys would have it measured, were the cursor within it.
      Object.assign(rl, { cursor: rl.line.length });
      return 'a part';
    }
    if (paste.current === undefined) return undefined;
    if (key.name !== 'paste-end') {
      paste.current.text += 'sequence' in key ? String(key.sequence) : '';
      return 'a part';
    }
    const { after, before, text } = paste.current;
    paste.current = undefined;
    const lines = pastedLines(text);
    const isJoined = lines.length > 1 && config.takesLines !== true;
    const pasted = lines.join('\n');
    const head = before + (isJoined ? pasted.replaceAll(/\s*\n\s*/g, ' ') : asOneLine(pasted));
    rewrite(rl, head + after, head.length);
    return isJoined ? `${lines.length} lines were pasted, and are one here` : undefined;
  };
  return { line, readPaste, setLine };
}

/** The result of Tab on a line: the preset for an empty line, a completion for any other. */
function completedLine({ complete }: LineConfig, line: string, preset: string | undefined): Completion {
  if (line === '' && preset !== undefined) return { line: asOneLine(preset), others: [] };
  return complete?.(line) ?? { line, others: [] };
}

/** Why Enter does not take a line; undefined for a remark that is no fault. */
function refusalOf(note: LineNote | undefined): string | undefined {
  if (note?.kind !== 'fault') return undefined;
  return note.mayStay === true ? `${note.text} Enter again takes it anyway.` : note.text;
}

/** The pasted lines, without empty ones at the end: copying whole lines includes the end of the last. */
function pastedLines(text: string): string[] {
  const words = text.trimEnd();
  const isEnded = /[\r\n]/.test(text.slice(words.length));
  return (isEnded ? words : text).replaceAll('\t', ' ').split(/\r\n|\r|\n/);
}

/** How many rows a key moves the arrow; undefined for a key that does not move it. */
function stepOf(key: KeypressEvent): number | undefined {
  if (isUpKey(key)) return -1;
  if (isDownKey(key)) return 1;
  if (key.name === 'pageup') return -rowsMost;
  return key.name === 'pagedown' ? rowsMost : undefined;
}

/** The place of readline's cursor, which inquirer's type leaves out. */
function cursorOf(readline: object): number | undefined {
  return 'cursor' in readline && typeof readline.cursor === 'number' ? readline.cursor : undefined;
}

function rewrite(rl: Readline, line: string, cursor = line.length): void {
  rl.clearLine(0);
  rl.write(line);
  Object.assign(rl, { cursor });
}
