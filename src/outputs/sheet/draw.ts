import { type Canvas, createCanvas } from '../../media/drawing/canvas.ts';
import { columnsIn, drawLine, letterLine, lineDots } from '../../media/drawing/lettering.ts';
import {
  halfBlocks,
  inRows,
  itermImage,
  kittyImage,
  type PreviewMethod,
  sideBySide,
} from '../../terminal/preview/inline-image.ts';
import type { Pixels } from '../../terminal/preview/pixels.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { SheetPart, SheetRoom } from './parts.ts';

const ground = 0x16181d;
const letters = { scale: 2, ink: 0xf5f1e8 } as const;
/** The height of a line of letters, with the room below it. Unit: px. */
const lineHeight = (lineDots + 4) * letters.scale;

/** A corner on the sheet, the upper left one. Unit: px. */
interface Corner {
  x: number;
  y: number;
}

/** Draws the parts of a sheet below each other, on a canvas that is as high as they need. */
export function paintSheet(parts: readonly SheetPart[], { gap, width }: SheetRoom): Canvas {
  const draws: ((canvas: Canvas) => void)[] = [];
  const place = (pixels: Pixels, at: Corner) => draws.push((canvas) => copyPixels(pixels, canvas, at));
  const write = (text: string, at: Corner, room: number) => {
    const cells = letterLine(text).slice(0, columnsIn(room, letters.scale));
    draws.push((canvas) => drawLine(canvas, cells, at, letters));
  };
  let y = gap;
  for (const { tiles, title, wave } of parts) {
    if (title !== undefined) {
      write(title, { x: gap, y }, width);
      y += lineHeight;
    }
    const items = tiles.map((tile) => ({ ...tile, width: tile.pixels.width }));
    for (const row of inRows(items, width, gap)) {
      const captionY = y + Math.max(...row.map(({ pixels }) => pixels.height)) + gap / 2;
      let x = gap;
      for (const { caption, pixels } of row) {
        place(pixels, { x, y });
        write(caption, { x, y: captionY }, pixels.width);
        x += pixels.width + gap;
      }
      y = captionY + lineHeight;
    }
    if (wave !== undefined) place(wave, { x: gap, y });
    y += (wave?.height ?? 0) + gap;
  }
  const canvas = createCanvas(width + 2 * gap, y);
  canvas.pixels.fill(ground);
  for (const draw of draws) draw(canvas);
  return canvas;
}

function copyPixels({ height, rgb, width }: Pixels, canvas: Canvas, at: Corner): void {
  for (let y = 0; y < height; y += 1) {
    const to = (at.y + y) * canvas.width + at.x;
    for (let x = 0; x < width; x += 1) {
      const from = 3 * (y * width + x);
      canvas.pixels[to + x] = ((rgb[from] ?? 0) << 16) | ((rgb[from + 1] ?? 0) << 8) | (rgb[from + 2] ?? 0);
    }
  }
}

/** A canvas as a terminal takes it. */
export function pixelsOfCanvas({ height, pixels, width }: Canvas): Pixels {
  const rgb = new Uint8Array(3 * width * height);
  for (const [at, colour] of pixels.entries())
    rgb.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff], 3 * at);
  return { width, height, rgb };
}

/** A terminal that draws pictures takes the sheet as a file has it. */
export const pictureRoom: SheetRoom = { width: 1256, gap: 12, height: 1256, waveHeight: 64 };

/** The room of a sheet on a terminal: half blocks are pixels, two to a line. */
export function roomOn(method: PreviewMethod, columns: number): SheetRoom {
  const isInline = method === 'kitty' || method === 'iterm';
  return isInline ? pictureRoom : { width: columns - 1, gap: 2, height: 48, waveHeight: 8 };
}

/** A sheet as a terminal draws it, so many columns wide. */
export function drawnSheet(
  parts: readonly SheetPart[],
  room: SheetRoom,
  { columns, method }: { columns: number; method: PreviewMethod },
): string {
  if (method === 'kitty' || method === 'iterm') {
    const pixels = pixelsOfCanvas(paintSheet(parts, room));
    return method === 'kitty' ? kittyImage(pixels, columns - 1) : itermImage(pixels, columns - 1);
  }
  const depth = method === 'blocks-256' ? '256' : 'true';
  const lines = parts.flatMap(({ tiles, title, wave }) => [
    ...(title === undefined ? [] : [safeLine(title)]),
    ...sideBySide(
      tiles.map(({ caption, pixels }) => ({
        lines: halfBlocks(pixels, depth),
        width: pixels.width,
        caption: safeLine(caption),
      })),
      room.width,
    ),
    ...(wave === undefined ? [] : halfBlocks(wave, depth)),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}
