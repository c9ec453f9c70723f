import type { Rectangle } from '../../media/drawing/canvas.ts';
import type { Chance } from '../../media/drawing/chance.ts';
import { columnsIn, lineDots } from '../../media/drawing/text.ts';

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
