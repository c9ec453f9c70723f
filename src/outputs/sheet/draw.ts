import {
  halfBlocks,
  itermImage,
  kittyImage,
  type PreviewMethod,
} from '../../terminal/preview/inline-image.ts';
import { sideBySide } from '../../terminal/preview/side-by-side.ts';
import { safeLine } from '../../text/safe-text.ts';
import { paintSheet, pixelsOfCanvas } from './paint.ts';
import type { SheetPart, SheetRoom } from './parts.ts';

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
