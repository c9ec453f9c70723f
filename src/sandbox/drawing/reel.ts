import { mix, type Rectangle } from '../../media/drawing/canvas.ts';
import { letterLine } from '../../media/drawing/lettering.ts';
import { fillRectangle } from '../../media/drawing/shapes.ts';
import { cellDots, drawLine, lineDots } from '../../media/drawing/text.ts';
import { type Card, drawGround } from './card.ts';
import { barHeight } from './layout.ts';

/** The parts of a card that move. */
export type Reel = ReturnType<typeof createReel>;

/** A moving part of a card. It draws a frame and returns the areas that it changed. */
type Part = (frame: number) => Rectangle[];

/** Timecode and bar on a card. Each changes few macroblocks a frame, since the coder stores changed ones almost raw. */
export function createReel(card: Card, length: { frames: number; framesPerSecond: number }) {
  const parts = [createTimecode(card, length), createBar(card, length)];
  return {
    /** Draws a frame, counted from 0, over the one drawn before. @returns the areas in which the canvas may have changed. */
    draw: (frame: number): Rectangle[] => parts.flatMap((part) => part(frame)),
  };
}

/** A timecode that redraws only the digits that changed. */
function createTimecode(
  { canvas, palette, reel, bodyScale: scale }: Card,
  { framesPerSecond }: { framesPerSecond: number },
): Part {
  let before = '';
  return (frame) => {
    const text = timecode(frame, framesPerSecond);
    const areas = Array.from(text).flatMap((digit, place) => {
      if (digit === before[place]) return [];
      const area = {
        x: reel.x + place * cellDots * scale,
        y: reel.y,
        width: cellDots * scale,
        height: lineDots * scale,
      };
      drawGround(canvas, palette, area);
      drawLine(canvas, letterLine(digit), area, { scale, ink: palette.accent });
      return [area];
    });
    before = text;
    return areas;
  };
}

/** The place of a frame, counted from 0, as hours, minutes, seconds and frames of two digits each. */
export function timecode(frame: number, framesPerSecond: number): string {
  const seconds = Math.floor(frame / framesPerSecond);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % framesPerSecond]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** A bar that grows. */
function createBar({ canvas, palette, reel, bodyScale }: Card, { frames }: { frames: number }): Part {
  const height = barHeight(bodyScale);
  const track = { ...reel, y: reel.y + reel.height - height, height };
  fillRectangle(canvas, track, mix(palette.bottom, palette.quiet, 0.3));
  let drawn = 0;
  return (frame) => {
    const width = Math.round((track.width * (frame + 1)) / frames);
    const area = { ...track, x: track.x + drawn, width: width - drawn };
    fillRectangle(canvas, area, palette.accent);
    drawn = width;
    return [area];
  };
}
