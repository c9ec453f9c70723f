import { type Canvas, fillDisc, fillRectangle, mix, type Rectangle } from '../../media/drawing/canvas.ts';
import { cellDots, drawLine, letterLine, lineDots } from '../../media/drawing/lettering.ts';
import { framesPerSecond } from '../media/rendering.ts';
import { type Card, drawGround } from './card.ts';
import { barHeight } from './layout.ts';

/** The parts of a card that move. */
export type Reel = ReturnType<typeof createReel>;

/** A moving part of a card. It draws a frame and returns the areas that it changed. */
type Part = (frame: number) => Rectangle[];

/** Timecode, bar and mark on a card. Each changes few macroblocks a frame, since the coder stores changed ones almost raw. */
export function createReel(card: Card, frames: number) {
  const parts = [createTimecode(card), createBar(card, frames), createMark(card)];
  return {
    /** Draws a frame, counted from 0, over the one drawn before. @returns the areas in which the canvas may have changed. */
    draw: (frame: number): Rectangle[] => parts.flatMap((part) => part(frame)),
  };
}

/** A timecode that redraws only the digits that changed. */
function createTimecode({ canvas, palette, reel, bodyScale: scale }: Card): Part {
  let before = '';
  return (frame) => {
    const text = timecode(frame);
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
export function timecode(frame: number): string {
  const seconds = Math.floor(frame / framesPerSecond);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % framesPerSecond]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** A bar that grows. */
function createBar({ canvas, palette, reel, bodyScale }: Card, frames: number): Part {
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

/**
 * A small disc that wanders over the tiles, turns back at their edges, and leaves them as they were. Whoever looks for frozen pictures
 * takes timecode and bar for noise.
 */
function createMark({ canvas, palette, grid, bodyScale, chance }: Card): Part {
  if (grid === undefined) return () => [];
  const radius = Math.max(3, Math.min(20, Math.round(3.25 * bodyScale)));
  const side = 2 * radius + 2;
  const room = { x: grid.across * grid.side - side, y: grid.down * grid.side - side };
  const start = { x: chance(room.x), y: chance(room.y) };
  const step = { x: stepOver(room.x), y: stepOver(room.y * 1.37) };
  const bare = { ...canvas, pixels: canvas.pixels.slice() };
  let covered: Rectangle | undefined;
  return (frame) => {
    const area = {
      x: grid.x + thereAndBack(start.x + frame * step.x, room.x),
      y: grid.y + thereAndBack(start.y + frame * step.y, room.y),
      width: side,
      height: side,
    };
    const left = covered === undefined ? [] : [covered];
    for (const hidden of left) copyArea(bare, canvas, hidden);
    covered = area;
    const middle = { x: area.x + side / 2, y: area.y + side / 2 };
    fillDisc(canvas, { ...middle, radius }, palette.top);
    fillDisc(canvas, { ...middle, radius: radius * 0.62 }, palette.ink);
    return [...left, area];
  };
}

const framesAWay = 96;

/** Unit: px a frame. */
function stepOver(length: number): number {
  return Math.max(1, Math.round(length / framesAWay));
}

/** The position after a distance on a way that is walked to and fro. */
function thereAndBack(distance: number, way: number): number {
  const rest = distance % (2 * way);
  return rest < way ? rest : 2 * way - rest;
}

/** Copies an area from one canvas to the same place on another of its size. */
function copyArea(from: Canvas, to: Canvas, { height, width, x, y }: Rectangle): void {
  for (let row = y; row < y + height; row++) {
    const at = row * from.width + x;
    to.pixels.set(from.pixels.subarray(at, at + width), at);
  }
}
