import { describe, expect, it } from 'vitest';
import type { Canvas, Rectangle } from '../../../src/media/drawing/canvas.ts';
import { type Card, drawCard } from '../../../src/sandbox/drawing/card.ts';
import { createReel } from '../../../src/sandbox/drawing/reel.ts';
import { hasText } from './fixtures/find-text.ts';

const frames = 120;

function newCard(): Card {
  const words = { seed: 42, prompt: 'a red fox', jobId: 'job_0001', model: 'vendor-b/video-2.5' };
  const size = { width: 480, height: 270 };
  return drawCard({ ...words, ...size, fact: ['CLIP', '5 s, 24 fps'], variation: 'test', hasReel: true });
}

function crop(canvas: Canvas, area: Rectangle): Canvas {
  const rows = Array.from({ length: area.height }, (_, row) => {
    const begin = (area.y + row) * canvas.width + area.x;
    return [...canvas.pixels.subarray(begin, begin + area.width)];
  });
  return { width: area.width, height: area.height, pixels: Uint32Array.from(rows.flat()) };
}

/** Where two rasters of one size differ. */
function differing(one: Canvas, other: Canvas): { x: number; y: number }[] {
  return [...one.pixels].flatMap((pixel, at) =>
    pixel === other.pixels[at] ? [] : [{ x: at % one.width, y: Math.floor(at / one.width) }],
  );
}

describe('the moving parts of a clip', () => {
  it('show the time of the frame', () => {
    const card = newCard();
    const reel = createReel(card, frames);
    for (const [frame, text] of [
      [0, '00:00:00:00'],
      [24, '00:00:01:00'],
      [119, '00:00:04:23'],
    ] as const) {
      reel.draw(frame);
      expect(hasText(crop(card.canvas, card.reel), text, card.palette.accent), text).toBe(true);
    }
  });

  it('show by a bar how much of the clip is over', () => {
    const card = newCard();
    const reel = createReel(card, frames);
    const filled = (): number => {
      const foot = { ...card.reel, y: card.reel.y + card.reel.height - 2, height: 1 };
      const row = crop(card.canvas, foot).pixels;
      return row.filter((pixel) => pixel === card.palette.accent).length / row.length;
    };
    for (const frame of [30, 60, 90, 119]) {
      reel.draw(frame);
      expect(filled()).toBeCloseTo((frame + 1) / 120, 1);
    }
  });

  it('move a mark over the tiles, which are whole again behind it', () => {
    const card = newCard();
    const { grid } = card;
    if (grid === undefined) throw new Error('no tiles');
    const tiles = { ...grid, width: grid.across * grid.side, height: grid.down * grid.side };
    const still = crop(card.canvas, tiles);
    const reel = createReel(card, frames);
    const middles = [0, 30, 60].map((frame) => {
      reel.draw(frame);
      const places = differing(still, crop(card.canvas, tiles));
      const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))];
      expect(places.length).toBeGreaterThan(10);
      expect(right - left).toBeLessThan(42);
      return (left + right) / 2;
    });
    expect(new Set(middles).size).toBe(3);
  });

  it('name every area that they change', () => {
    const card = newCard();
    const reel = createReel(card, frames);
    reel.draw(0);
    // Over a whole second, so that more than one digit changes.
    for (let frame = 1; frame < 30; frame++) {
      const before = { ...card.canvas, pixels: card.canvas.pixels.slice() };
      const areas = reel.draw(frame);
      for (const { x, y } of differing(before, card.canvas)) {
        const isNamed = areas.some(
          (area) => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height,
        );
        expect(isNamed).toBe(true);
      }
    }
  });

  it('look the same whether or not the frames before were drawn', () => {
    const [played, sought] = [newCard(), newCard()];
    const reel = createReel(played, frames);
    for (let frame = 0; frame <= 100; frame++) reel.draw(frame);
    createReel(sought, frames).draw(100);
    expect(differing(played.canvas, sought.canvas)).toEqual([]);
  });
});
