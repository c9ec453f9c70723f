import type { Rectangle } from '../../media/drawing/canvas.ts';
import type { Chance } from '../../media/drawing/chance.ts';
import {
  columnsIn,
  type GlyphCell,
  letter,
  letterLine,
  lineDots,
  spaceCell,
} from '../../media/drawing/lettering.ts';

/** A grid of square tiles. Unit of `x`, `y` and `side`: px. */
export interface TileGrid {
  x: number;
  y: number;
  across: number;
  down: number;
  side: number;
}

/** The places of a card's parts. */
export interface Layout {
  /** Undefined where the card is too small or too long for a picture beside its words. */
  grid: TileGrid | undefined;
  /** The place of all words. */
  column: Rectangle;
  /** Scale of the prompt, from which other sizes follow. Unit: px a dot. */
  bodyScale: number;
}

/** A card keeps this much of its shorter side free all around. */
const marginShare = 0.06;
const leastSideForTiles = 160;
/** Beyond this ratio of its sides a card is a strip, and its words need all the room. */
const mostElongation = 4;
/** From this ratio of width to height on, words stand beside the tiles instead of below them. */
const sideBySideFrom = 1.2;
/** From this ratio of height to width on, the tiles above take the larger share. */
const tallFrom = 1.5;
/** Comfortable length of a line and height of a column. Unit: dots. */
const lineDotsWanted = 190;
const columnDotsWanted = 100;

/** Divides a card: tiles at the right or above, words in the rest. */
export function layOut(width: number, height: number, chance: Chance): Layout {
  const margin = Math.max(2, Math.round(Math.min(width, height) * marginShare));
  const inner = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
  const isStrip = Math.max(width, height) > mostElongation * Math.min(width, height);
  if (isStrip || Math.min(width, height) < leastSideForTiles) {
    return { grid: undefined, column: inner, bodyScale: scaleFor(inner) };
  }
  const besides = width >= height * sideBySideFrom;
  const grid = besides ? gridBeside(inner, margin, chance) : gridAbove(inner, margin, chance);
  const column = besides
    ? { ...inner, y: grid.y, width: grid.x - margin - inner.x, height: grid.down * grid.side }
    : belowGrid(inner, grid, margin);
  return { grid, column, bodyScale: scaleFor(column) };
}

function gridBeside(inner: Rectangle, margin: number, chance: Chance): TileGrid {
  const room = Math.floor((inner.width - margin) / 2);
  const shorter = Math.min(room, inner.height);
  const side = Math.floor(shorter / (3 + chance(2)));
  const across = Math.floor(room / side);
  return {
    x: inner.x + inner.width - across * side,
    y: inner.y + Math.floor((inner.height % side) / 2),
    across,
    down: Math.floor(inner.height / side),
    side,
  };
}

function gridAbove(inner: Rectangle, margin: number, chance: Chance): TileGrid {
  const isTall = inner.height > inner.width * tallFrom;
  const room = Math.floor((inner.height - margin) * (isTall ? 0.56 : 0.5));
  // Five in a row where four would be so large that only one row fits.
  const across = 2 * Math.floor(inner.width / 4) > room ? 5 : 4 + chance(2);
  const side = Math.floor(inner.width / across);
  const down = Math.max(1, Math.floor(room / side));
  return { x: inner.x + Math.floor((inner.width - across * side) / 2), y: inner.y, across, down, side };
}

function belowGrid(inner: Rectangle, grid: TileGrid, margin: number): Rectangle {
  const top = grid.y + grid.down * grid.side + margin;
  return { ...inner, y: top, height: inner.y + inner.height - top };
}

function scaleFor(column: Rectangle): number {
  const byWidth = Math.round(column.width / lineDotsWanted);
  return Math.max(1, Math.min(byWidth, Math.round(column.height / columnDotsWanted)));
}

/** The largest scale at which a number of cells fits into a width, at least 1. */
export function scaleToFit(cellCount: number, width: number, most: number): number {
  for (let scale = most; scale > 1; scale--) if (columnsIn(width, scale) >= cellCount) return scale;
  return 1;
}

const reelGapDots = 4;
const reelBarDots = 3;

/** Height of a timecode with a bar below it. Unit: px. */
export function reelHeight(bodyScale: number): number {
  return (lineDots + reelGapDots + reelBarDots) * bodyScale;
}

/** Height of the bar at the foot of a reel. Unit: px. */
export function barHeight(bodyScale: number): number {
  return reelBarDots * bodyScale;
}

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
    wrap(letter(value), columns - labelColumns, mostLinesAFact).map((line, place) => ({
      label: place === 0 ? letterLine(label) : [],
      value: line,
      valueColumn: labelColumns,
    })),
  );
}

/** The label and its value where both fit into a line, else the value alone. */
function plainLines([label, value]: Fact, columns: number): CardLine[] {
  const both = `${label} ${value}`;
  return wrap(letter(both.length <= columns ? both : value), columns, mostLinesAFact).map((line) => ({
    label: [],
    value: line,
    valueColumn: 0,
  }));
}

/** A prompt broken into lines. */
interface PromptBlock {
  lines: GlyphCell[][];
  /** Unit: px a dot. */
  scale: number;
}

/** Distance from one line of text to the next. Unit: dots. */
export const lineAdvanceDots = 11;

/** Breaks a prompt at the largest scale that shows all of it, from 1.5 times `bodyScale` down to half of it, where it is cut. */
export function promptBlock(prompt: string, room: Rectangle, bodyScale: number): PromptBlock {
  const words = letter(prompt);
  for (let scale = Math.round(bodyScale * 1.5); ; scale--) {
    // The last line needs no gap below it.
    const mostLines = Math.max(0, Math.floor((room.height + 4 * scale) / (lineAdvanceDots * scale)));
    const columns = columnsIn(room.width, scale);
    const lines = wrap(words, columns, mostLines + 1);
    const isLast = scale <= Math.max(1, Math.ceil(bodyScale / 2));
    if (lines.length <= mostLines || isLast) return { lines: wrap(words, columns, mostLines), scale };
  }
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
