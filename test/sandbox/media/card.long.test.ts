import { describe, expect, it } from 'vitest';
import { drawCard } from '../../../src/sandbox/drawing/card.ts';
import { hasText } from './fixtures/find-text.ts';
import { pngPixels } from './fixtures/read-png.ts';
import { renderPicture } from './fixtures/render-still.ts';

const caption = { seed: 42, prompt: 'a red fox', jobId: 'job_0001', model: 'vendor-a/image-1' };
const kind = {
  width: 320,
  height: 320,
  fact: ['CLIP', '4 s, 24 fps'],
  variation: 'test',
  hasReel: false,
} as const;

/** The share of the pixels in which two pictures differ. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const [first, second] = [pngPixels(one).pixels, pngPixels(other).pixels];
  return first.filter((pixel, place) => pixel !== second[place]).length / first.length;
}

describe('a card', () => {
  it.each([
    [320, 320],
    [420, 240],
    [240, 420],
  ])('of %i x %i px says what it is and what asked for it', (width, height) => {
    const { canvas, palette } = drawCard({ ...caption, ...kind, width, height });
    for (const text of [
      'SANDBOX',
      'a red fox',
      '42',
      'job_0001',
      'vendor-a/image-1',
      `${width} x ${height}`,
    ]) {
      expect(hasText(canvas, text, palette.ink), text).toBe(true);
    }
    expect(hasText(canvas, 'a blue fox', palette.ink)).toBe(false);
  });

  it('has letters of two pixels a dot at 480p, a real job id among them', () => {
    const jobId = `job_${'0123456789abcdef'.repeat(2)}`;
    const size = { width: 496, height: 864 };
    const { canvas, palette } = drawCard({ ...caption, ...kind, ...size, jobId });
    // Two lines, since one that holds all of it would be too small to read.
    expect(hasText(canvas, jobId, palette.ink)).toBe(false);
    expect(hasText(canvas, jobId.slice(0, 20), palette.ink)).toBe(true);
    expect(hasText(canvas, jobId.slice(-4), palette.ink)).toBe(true);
  });

  it('keeps its facts small where they would leave no room for the prompt, or for each other', () => {
    const jobId = `job_${'0123456789abcdef'.repeat(2)}`;
    const size = { width: 512, height: 512 };
    const { canvas, palette } = drawCard({ ...caption, ...kind, ...size, jobId });
    for (const text of ['a red fox', jobId, '512 x 512']) {
      expect(hasText(canvas, text, palette.ink), text).toBe(true);
    }
  });

  it('is another picture for another seed and for another output, not only another word', () => {
    const request = { ...caption, width: 512, height: 384, index: 0 };
    const one = renderPicture(request);
    expect(difference(one, renderPicture({ ...request, jobId: 'job_0002' }))).toBeLessThan(0.01);
    expect(difference(one, renderPicture({ ...request, seed: 43 }))).toBeGreaterThan(0.1);
    expect(difference(one, renderPicture({ ...request, index: 1 }))).toBeGreaterThan(0.1);
  });
});
