import { safeUnits } from '../../rules/safe-text.ts';
import type { Look } from '../look.ts';

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
