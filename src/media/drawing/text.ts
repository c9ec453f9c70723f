import type { Canvas, Colour } from './canvas.ts';
import { type Glyph, type GlyphCell, glyphColumns, glyphRows } from './lettering.ts';
import { fillDisc, fillRectangle } from './shapes.ts';

/** Size and colours of a line. */
interface LineStyle {
  /** Unit: px a dot of the font. */
  scale: number;
  ink: Colour;
}

/** Width of a cell with the gap to the next, and height of a line without the gap below. Unit: dots. */
export const cellDots = glyphColumns + 1;
export const lineDots = glyphRows;

/** Letters below this scale are hard to read. Unit: px a dot. */
export const leastLegibleScale = 2;

/** The scale of words beside the prompt: a step smaller, but legible where the prompt is. Unit: px a dot. */
export function sideScale(bodyScale: number): number {
  return Math.max(bodyScale - 1, Math.min(bodyScale, leastLegibleScale));
}

/** The number of cells that fit side by side into a width in px. */
export function columnsIn(width: number, scale: number): number {
  return Math.max(1, Math.floor((width + scale) / (cellDots * scale)));
}

/** Draws cells from left to right; `at` is their upper left corner. */
export function drawLine(
  canvas: Canvas,
  cells: readonly GlyphCell[],
  at: { x: number; y: number },
  style: LineStyle,
): void {
  cells.forEach(({ glyph }, place) => {
    const corner = { x: at.x + place * cellDots * style.scale, y: at.y };
    drawGlyph(canvas, glyph, corner, style);
  });
}

/** Below this scale a round end would be smaller than a pixel, and plain squares look sharper. Unit: px a dot. */
const leastRoundScale = 3;

/**
 * Letters scale smoothly: the dots of the small font become the joints of strokes with round ends, so that a large title shows
 * curves instead of squares.
 */
function drawGlyph(
  canvas: Canvas,
  glyph: Glyph,
  corner: { x: number; y: number },
  { scale, ink }: LineStyle,
): void {
  const radius = scale / 2;
  const place = (dot: number, from: number): number => from + dot * scale;
  for (const { x, y, toX, toY } of strokesOf(glyph)) {
    const [left, top] = [place(x, corner.x), place(y, corner.y)];
    if (scale >= leastRoundScale) {
      const to = { x: place(toX, corner.x) + radius, y: place(toY, corner.y) + radius };
      fillDisc(canvas, { x: left + radius, y: top + radius, radius, to }, ink);
    } else if (x === toX && y === toY)
      fillRectangle(canvas, { x: left, y: top, width: scale, height: scale }, ink);
  }
}

const neighbours = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

/** From one dot of a letter to another one, or to itself. Unit: dots. */
interface Stroke {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

const known = new WeakMap<Glyph, Stroke[]>();

function strokesOf(glyph: Glyph): Stroke[] {
  const strokes = known.get(glyph) ?? joined(glyph);
  known.set(glyph, strokes);
  return strokes;
}

/** Strokes for each dot and each pair of neighbours. A diagonal pair counts only where the two dots between are both empty or both set. */
function joined(glyph: Glyph): Stroke[] {
  const isSet = (x: number, y: number): boolean => (((glyph[x] ?? 0) >> y) & 1) === 1;
  const dots = Array.from(glyph, (_, x) => Array.from({ length: glyphRows }, (_, y) => ({ x, y }))).flat();
  return dots.flatMap(({ x, y }) =>
    neighbours.flatMap(([stepX, stepY]) => {
      const [toX, toY] = [x + stepX, y + stepY];
      const isDiagonal = stepX !== 0 && stepY !== 0;
      const isCut = isDiagonal && isSet(toX, y) !== isSet(x, toY);
      return isSet(x, y) && isSet(toX, toY) && !isCut ? [{ x, y, toX, toY }] : [];
    }),
  );
}
