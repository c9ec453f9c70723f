import type { Rectangle } from '../../media/drawing/canvas.ts';
import {
  type GlyphCell,
  type Lettering,
  letter,
  letterLine,
  spaceCell,
} from '../../media/drawing/lettering.ts';
import { columnsIn, sideScale } from '../../media/drawing/text.ts';
import { counted } from '../../text/shown-value.ts';

/** A fact about a job, on one line where it fits. */
export type Fact = readonly [label: string, value: string];

/** A line of the facts below the prompt. */
export interface CardLine {
  label: GlyphCell[];
  value: GlyphCell[];
  /** The place where the value begins. Unit: cells from the left. */
  valueColumn: number;
}

/** With fewer columns than this, a label would leave no room for its value. */
const leastColumnsForLabels = 24;
/** Room for the longest label and a gap. Unit: cells. */
export const labelColumns = 7;
const mostLinesAFact = 2;

/** Facts as lines of at most `columns` cells. A long value continues on a second line. */
export function factLines(facts: readonly Fact[], columns: number): CardLine[] {
  if (columns < leastColumnsForLabels) return facts.flatMap((fact) => plainLines(fact, columns));
  return facts.flatMap(([label, value]) =>
    wrap(letter(value).words, columns - labelColumns, mostLinesAFact).map((line, place) => ({
      label: place === 0 ? letterLine(label) : [],
      value: line,
      valueColumn: labelColumns,
    })),
  );
}

/** The label and its value where both fit into a line, else the value alone. */
function plainLines([label, value]: Fact, columns: number): CardLine[] {
  const both = `${label} ${value}`;
  return wrap(letter(both.length <= columns ? both : value).words, columns, mostLinesAFact).map((line) => ({
    label: [],
    value: line,
    valueColumn: 0,
  }));
}

/** A prompt broken into lines. */
export interface PromptBlock {
  lines: GlyphCell[][];
  /** Says how many characters the font lacks; empty where it lacks none. */
  note: GlyphCell[][];
  /** Unit: px a dot. */
  scale: number;
  noteScale: number;
}

/** Distance from one line of text to the next. Unit: dots. */
export const lineAdvanceDots = 11;

/** Breaks a prompt at the largest scale that shows all of it, from 1.5 times `bodyScale` down to half of it, where it is cut. */
export function promptBlock(prompt: string, room: Rectangle, bodyScale: number): PromptBlock {
  const lettering = letter(prompt);
  const noteScale = sideScale(bodyScale);
  const note = noteOf(lettering, columnsIn(room.width, noteScale));
  const height = room.height - note.length * lineAdvanceDots * noteScale;
  const { words } = lettering;
  for (let scale = Math.round(bodyScale * 1.5); ; scale--) {
    // The last line needs no gap below it.
    const mostLines = Math.max(0, Math.floor((height + 4 * scale) / (lineAdvanceDots * scale)));
    const columns = columnsIn(room.width, scale);
    const lines = wrap(words, columns, mostLines + 1);
    const isLast = scale <= Math.max(1, Math.ceil(bodyScale / 2));
    if (lines.length <= mostLines || isLast) {
      return { lines: wrap(words, columns, mostLines), note, scale, noteScale };
    }
  }
}

function noteOf({ foreignCount }: Lettering, columns: number): GlyphCell[][] {
  if (foreignCount === 0) return [];
  const lines = wrap(letter(`+ ${counted(foreignCount, 'character')} outside this font`).words, columns, 2);
  return lines.length > 1 && columns < 16 ? [letterLine(`+ ${foreignCount}`)] : lines;
}

/**
 * Breaks words into lines of at most `columns` cells. A word that is longer than a line is cut. So is a word with characters that
 * the font lacks, as in scripts without spaces. Text that does not fit into `mostLines` is cut off with three dots.
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
