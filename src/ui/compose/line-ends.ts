import { safeUnits } from '../../rules/safe-text.ts';
import type { Look } from '../look.ts';

/**
 * Stands for the end of a line in the one line that readline has: of the private use area, so that nobody types it. It is
 * drawn as a symbol.
 */
const mark = '\uE00A';

/** A text of several lines as one that can be typed at. */
export function asOneLine(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, mark);
}

/** What such a line stands for. */
export function asText(line: string): string {
  return line.replaceAll(mark, '\n');
}

/** The line as it is drawn; each character keeps its place, and none of them steers the terminal. */
export function drawnLine(line: string, { symbols }: Pick<Look, 'symbols'>): string {
  return safeUnits(line).replaceAll(mark, symbols.lineEnd);
}

/** What is to be said of a line with ends of lines in it; undefined of any other. */
export function lineEndsNote(line: string, { symbols }: Pick<Look, 'symbols'>): string | undefined {
  const count = line.split(mark).length;
  return count === 1 ? undefined : `${count} lines; ${symbols.lineEnd} is where one ends`;
}
