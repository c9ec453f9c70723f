import { type GlyphCell, letterLine, spaceCell } from './lettering.ts';

/**
 * Breaks words into lines of at most `columns` cells. A word that is longer than a line is cut, and so is a word with characters
 * that the font lacks, as in scripts without spaces. Text that does not fit into `mostLines` is cut off with three dots.
 */
export function wrap(words: readonly GlyphCell[][], columns: number, mostLines: number): GlyphCell[][] {
  const lines: GlyphCell[][] = [];
  let line: GlyphCell[] = [];
  for (const word of words) {
    if (lines.length > mostLines) break;
    const spaced = line.length === 0 ? word : [...line, spaceCell, ...word];
    if (spaced.length <= columns) {
      line = spaced;
      continue;
    }
    const split = isForeign(word) ? spaced : word;
    if (split === word && line.length > 0) lines.push(line);
    for (let at = 0; at < split.length; at += columns) {
      line = split.slice(at, at + columns);
      if (line.length === columns) lines.push(line);
    }
    if (line.length === columns) line = [];
  }
  if (line.length > 0) lines.push(line);
  if (lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines);
  return [...kept.slice(0, -1), ...kept.slice(-1).map((last) => ellipsized(last, columns))];
}

function isForeign(word: readonly GlyphCell[]): boolean {
  return word.some((cell) => cell.foreign);
}

function ellipsized(line: readonly GlyphCell[], columns: number): GlyphCell[] {
  const dots = letterLine('...');
  return [...line.slice(0, Math.max(0, columns - dots.length)), ...dots].slice(0, columns);
}
