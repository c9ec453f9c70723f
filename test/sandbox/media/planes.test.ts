import { describe, expect, it } from 'vitest';
import { createCanvas } from '../../../src/media/drawing/canvas.ts';
import type { SampleBits } from '../../../src/sandbox/h264/planes.ts';
import { planesOf } from './fixtures/planes-of.ts';

describe('samples of BT.709 in the limited range', () => {
  const samples = (colour: number, sampleBits: SampleBits): (number | undefined)[] => {
    const canvas = createCanvas(16, 16);
    canvas.pixels.fill(colour);
    const { luma, chroma } = planesOf(canvas, sampleBits);
    return [luma.samples[0], chroma[0].samples[0], chroma[1].samples[0]];
  };

  it.each([
    [0x000000, [16, 128, 128], [64, 512, 512]],
    [0xffffff, [235, 128, 128], [940, 512, 512]],
    [0xff0000, [63, 102, 240], [250, 409, 960]],
    [0x00ff00, [173, 42, 26], [691, 167, 105]],
    [0x0000ff, [32, 240, 118], [127, 960, 471]],
  ])('are those of %i in eight bits and in ten', (colour, eight, ten) => {
    expect(samples(colour, 8)).toEqual(eight);
    expect(samples(colour, 10)).toEqual(ten);
  });

  it('have shades in ten bits that eight cannot tell apart', () => {
    const grays = Array.from({ length: 256 }, (_, gray) => gray * 0x01_00_00);
    const shades = (sampleBits: SampleBits) =>
      new Set(grays.map((colour) => samples(colour, sampleBits)[0])).size;
    expect(shades(8)).toBe(48);
    expect(shades(10)).toBe(187);
  });
});
