import { type Canvas, createCanvas, fillSpan, mix, type Rectangle } from './canvas.ts';
import { type Caption, type CardKind, drawColumn } from './card-column.ts';
import { type Chance, createChance } from './chance.ts';
import { layOut, type TileGrid } from './layout.ts';
import { type Palette, palettes } from './palette.ts';
import { drawTiles } from './tiles.ts';

/** A drawn card, and all that is needed to draw more on it. */
export interface Card {
  canvas: Canvas;
  palette: Palette;
  chance: Chance;
  /** Scale of the prompt. Unit: px a dot. */
  bodyScale: number;
  /** The place of a timecode and a bar; its height is 0 on a card without them. */
  reel: Rectangle;
  /** The picture beside the words, over which a mark may move; undefined where there is none. */
  grid: TileGrid | undefined;
}

/**
 * Draws a title card: words on a dark ground, flat figures beside them, stripes as on a slate. Sides are 64 to 4096 px; the same
 * caption and kind give the same pixels. The ground changes only from top to bottom, so that PNG and the clip's coder need few
 * bytes for it.
 */
export function drawCard(caption: Caption, kind: CardKind): Card {
  const canvas = createCanvas(kind.width, kind.height);
  const chance = createChance([caption.seed, caption.prompt, kind.variation]);
  const palette = palettes[chance(palettes.length)] ?? palettes[0];
  drawGround(canvas, palette);
  const { grid, column, bodyScale } = layOut(kind.width, kind.height, chance);
  if (grid !== undefined) drawTiles(canvas, grid, palette, chance);
  const reel = drawColumn({ canvas, palette, bodyScale, area: column }, caption, kind);
  return { canvas, palette, chance, bodyScale, reel, grid };
}

function drawGround(canvas: Canvas, palette: Palette): void {
  for (let y = 0; y < canvas.height; y++) {
    const colour = mix(palette.top, palette.bottom, y / (canvas.height - 1));
    fillSpan(canvas, { left: 0, right: canvas.width, y }, colour);
  }
}
