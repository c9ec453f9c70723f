import { blendPixel, type Canvas, type Colour } from './canvas.ts';
import { glyphColumns, glyphRows } from './font.ts';
import type { GlyphMasks } from './glyph-mask.ts';
import type { GlyphCell } from './lettering.ts';

/** Size and colours of a line. */
interface LineStyle {
  /** Unit: px a dot of the font. */
  scale: number;
  ink: Colour;
  /** Colour of the blocks for characters that the font lacks; `ink` unless given. */
  foreignInk?: Colour;
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
  { canvas, masks }: { canvas: Canvas; masks: GlyphMasks },
  cells: readonly GlyphCell[],
  at: { x: number; y: number },
  { scale, ink, foreignInk = ink }: LineStyle,
): void {
  let x = at.x;
  for (const { glyph, foreign } of cells) {
    const mask = masks(glyph, scale);
    const colour = foreign ? foreignInk : ink;
    for (let row = 0; row < mask.height; row++) {
      for (let column = 0; column < mask.width; column++) {
        const coverage = mask.coverage[row * mask.width + column] ?? 0;
        blendPixel(canvas, { x: x + column, y: at.y + row }, colour, coverage);
      }
    }
    x += cellDots * scale;
  }
}
