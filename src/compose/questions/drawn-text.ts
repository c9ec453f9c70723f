import type { KeypressEvent } from '@inquirer/core';
import type { Look } from '../../text/look.ts';
import { safeLine, safeUnits } from '../../text/safe-text.ts';
import { cutToWidth, wrapText } from '../../text/text-width.ts';

/**
 * Readline edits a single line, so this character stands for the ends of lines in it. It is from the private use area, which
 * nobody types, and is drawn as a symbol.
 */
const mark = '\uE00A';

/** A text of several lines as one line that can be edited. */
export function asOneLine(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, mark);
}

/** The text that such a line stands for. */
export function asText(line: string): string {
  return line.replaceAll(mark, '\n');
}

/** The line in the form that is drawn: each character keeps its place, and none steers the terminal. */
export function drawnLine(line: string, { symbols }: Pick<Look, 'symbols'>): string {
  return safeUnits(line).replaceAll(mark, symbols.lineEnd);
}

/** A remark on a line that stands for several; undefined for any other. */
export function lineEndsNote(line: string, { symbols }: Pick<Look, 'symbols'>): string | undefined {
  const count = line.split(mark).length;
  return count === 1 ? undefined : `${count} lines; ${symbols.lineEnd} is where one ends`;
}

/** Tell the terminal to mark where a paste begins and ends, and to stop doing so. Terminals that don't know this ignore it. */
export const tellPastes = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/** A paste that is arriving key by key. Its ends of lines must not count as Enter. */
export interface Paste {
  /** The line before the cursor, and after it. */
  before: string;
  after: string;
  text: string;
}

export function isPasteStart(key: KeypressEvent): boolean {
  return key.name === 'paste-start';
}

export function isPasteEnd(key: KeypressEvent): boolean {
  return key.name === 'paste-end';
}

/** The paste with one more key. */
export function withKey(paste: Paste, key: KeypressEvent): Paste {
  const sequence = 'sequence' in key && typeof key.sequence === 'string' ? key.sequence : '';
  return { ...paste, text: paste.text + sequence };
}

/** The pasted lines, without empty ones at the end: copying whole lines includes the end of the last. */
export function pastedLines({ text }: Paste): string[] {
  const words = text.trimEnd();
  const isEnded = /[\r\n]/.test(text.slice(words.length));
  return (isEnded ? words : text).replaceAll('\t', ' ').split(/\r\n|\r|\n/);
}

/** A remark below a question takes at most so many lines. */
const linesMost = 2;
/** A longer text is cut before it is wrapped. Unit: UTF-16 units. */
const remarkMost = 2_000;

/** A remark below a question, wrapped where it is long and cut where it does not fit. */
export function below(text: string, look: Pick<Look, 'colors' | 'columns' | 'symbols'>): string {
  const room = look.columns - 3;
  const { ellipsis } = look.symbols;
  const lines = wrapText(text.slice(0, remarkMost), room);
  const shown = lines.slice(0, linesMost);
  if (lines.length > shown.length) shown.push(`${shown.pop() ?? ''}${ellipsis}`);
  return shown.map((line) => `  ${look.colors.dim(cutToWidth(line, room, ellipsis))}`).join('\n');
}

/** The line that says what is wrong with an answer. It is cut, since a pattern or a list of values in it may have any length. */
export function faultLine(text: string, look: Pick<Look, 'colors' | 'columns' | 'symbols'>): string {
  const { colors, columns, symbols } = look;
  const words = cutToWidth(safeLine(text.slice(0, remarkMost)), 3 * columns, symbols.ellipsis);
  return `${colors.bad(symbols.bad)} ${words}`;
}
