import { type Canvas, copyArea, createCanvas, mix, type Rectangle } from '../../media/drawing/canvas.ts';
import { letterLine } from '../../media/drawing/lettering.ts';
import { fillDisc, fillRoundedRectangle } from '../../media/drawing/shapes.ts';
import { cellDots, columnsIn, drawLine, lineDots } from '../../media/drawing/text.ts';
import type { Card } from './card.ts';
import { barHeight } from './layout.ts';

/** The parts of a card that move. */
export interface Reel {
  /**
   * Draws a frame over the one drawn before.
   * @param frame from 0
   * @returns the areas in which the canvas may have changed
   */
  draw(frame: number): Rectangle[];
}

/** A moving part of a card. It draws a frame and returns the areas that it changed. */
type Part = (frame: number) => Rectangle[];

/** Timecode, bar and mark on a card. Each changes few macroblocks a frame, since the coder stores changed ones almost raw. */
export function createReel(card: Card, length: { frames: number; framesPerSecond: number }): Reel {
  drawTrack(card);
  const still = createCanvas(card.canvas.width, card.canvas.height);
  still.pixels.set(card.canvas.pixels);
  const parts = [
    createTimecode(card, still, length),
    createBar(card, still, length),
    createMark(card, still),
  ];
  return { draw: (frame) => parts.flatMap((part) => part(frame)) };
}

function barArea({ reel, bodyScale }: Card): Rectangle {
  const height = barHeight(bodyScale);
  return { ...reel, y: reel.y + reel.height - height, height };
}

function drawTrack(card: Card): void {
  const area = barArea(card);
  const dim = mix(card.palette.bottom, card.palette.quiet, 0.3);
  fillRoundedRectangle(card.canvas, area, { radius: area.height / 2, colour: dim });
}

/** A timecode that redraws only the digits that changed. */
function createTimecode(
  { canvas, palette, reel, bodyScale }: Card,
  still: Canvas,
  { framesPerSecond }: { framesPerSecond: number },
): Part {
  const scale = bodyScale;
  const isNarrow = columnsIn(reel.width, scale) < '00:00:00:00'.length;
  let before = '';
  return (frame) => {
    const text = timecode(frame, framesPerSecond).slice(isNarrow ? -'00:00'.length : 0);
    const areas = Array.from(text).flatMap((digit, place) => {
      if (digit === before[place]) return [];
      const area = {
        x: reel.x + place * cellDots * scale,
        y: reel.y,
        width: cellDots * scale,
        height: lineDots * scale,
      };
      copyArea(still, canvas, area);
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

/** A bar that redraws only its round head. */
function createBar(card: Card, still: Canvas, { frames }: { frames: number }): Part {
  const track = barArea(card);
  let drawn = 0;
  return (frame) => {
    const width = Math.max(track.height, Math.round((track.width * (frame + 1)) / frames));
    const from = Math.max(0, Math.min(drawn, width) - track.height);
    const area = { ...track, x: track.x + from, width: Math.max(drawn, width) - from };
    copyArea(still, card.canvas, area);
    fillRoundedRectangle(
      card.canvas,
      { ...track, width },
      { radius: track.height / 2, colour: card.palette.accent, clip: area },
    );
    drawn = width;
    return [area];
  };
}

/** A small disc that wanders over the tiles and turns back at their edges. */
function createMark({ canvas, palette, grid, bodyScale, chance }: Card, still: Canvas): Part {
  if (grid === undefined) return () => [];
  const radius = Math.max(3, Math.min(20, Math.round(3.25 * bodyScale)));
  const side = 2 * radius + 2;
  const room = { x: grid.across * grid.side - side, y: grid.down * grid.side - side };
  const start = { x: chance(room.x), y: chance(room.y) };
  const step = { x: stepOver(room.x), y: stepOver(room.y * 1.37) };
  let before: Rectangle | undefined;
  return (frame) => {
    const area = {
      x: grid.x + thereAndBack(start.x + frame * step.x, room.x),
      y: grid.y + thereAndBack(start.y + frame * step.y, room.y),
      width: side,
      height: side,
    };
    const left = before === undefined ? [] : [before];
    for (const one of left) copyArea(still, canvas, one);
    const middle = { x: area.x + side / 2, y: area.y + side / 2 };
    fillDisc(canvas, { ...middle, radius }, palette.top);
    fillDisc(canvas, { ...middle, radius: radius * 0.62 }, palette.ink);
    before = area;
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
