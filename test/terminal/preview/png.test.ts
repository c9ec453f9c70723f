import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shrink } from '../../../src/terminal/preview/pixels.ts';
import { pixelsOfPng } from '../../../src/terminal/preview/png.ts';
import { pngPixels } from '../../sandbox/media/fixtures/read-png.ts';
import { renderPicture } from '../../sandbox/media/fixtures/render-still.ts';

/** A PNG with its rows as given, each with its filter first; checksums are not looked at. */
function png(
  {
    bits = 8,
    colour = 2,
    height,
    interlaced = 0,
    width,
  }: Record<'height' | 'width', number> & Partial<Record<'bits' | 'colour' | 'interlaced', number>>,
  rows: readonly (readonly number[])[],
): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colour, 0, 0, interlaced], 8);
  const packed = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Comment')),
    chunk('IDAT', packed.subarray(0, 5)),
    chunk('IDAT', packed.subarray(5)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PNG', () => {
  it('is read with every filter that a row can have', async () => {
    const first = [10, 20, 30, 40, 50, 60];
    const rows = [
      [0, ...first],
      [1, 10, 20, 30, 30, 30, 30],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 15, 15, 15],
      [4, 0, 0, 0, 0, 0, 0],
    ];
    const read = await pixelsOfPng(png({ width: 2, height: 5 }, rows));
    expect(read).toMatchObject({ width: 2, height: 5 });
    expect([...(read?.rgb ?? [])]).toEqual([...first, ...first, ...first, ...first, ...first]);
  });

  it('of the sandbox is read to the last pixel', async () => {
    const file = renderPicture({
      width: 96,
      height: 64,
      seed: 7,
      prompt: 'a red fox',
      jobId: 'job_0001',
      model: 'vendor-a/image-1',
      index: 0,
    });
    const { pixels } = pngPixels(file);
    const read = await pixelsOfPng(file);
    expect(read).toMatchObject({ width: 96, height: 64 });
    const bytes = [...pixels].flatMap((pixel) => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]);
    expect(Buffer.from(read?.rgb ?? []).equals(Buffer.from(bytes))).toBe(true);
  });

  it('is read in grey, and with alpha over black', async () => {
    expect((await pixelsOfPng(png({ width: 2, height: 1, colour: 0 }, [[0, 7, 200]])))?.rgb).toEqual(
      Uint8Array.from([7, 7, 7, 200, 200, 200]),
    );
    expect((await pixelsOfPng(png({ width: 1, height: 1, colour: 4 }, [[0, 200, 128]])))?.rgb).toEqual(
      Uint8Array.from([100, 100, 100]),
    );
    const translucent = png({ width: 2, height: 1, colour: 6 }, [[0, 255, 100, 0, 255, 255, 100, 0, 0]]);
    expect((await pixelsOfPng(translucent))?.rgb).toEqual(Uint8Array.from([255, 100, 0, 0, 0, 0]));
  });

  const whole = png({ width: 1, height: 1 }, [[0, 1, 2, 3]]);
  it.each([
    ['no PNG', Buffer.from('GIF89a'.repeat(10))],
    ['nothing', Buffer.alloc(0)],
    ['one that is cut off', whole.subarray(0, 50)],
    ['sixteen bits', png({ width: 1, height: 1, bits: 16 }, [[0, 0, 1, 0, 2, 0, 3]])],
    ['a palette', png({ width: 1, height: 1, colour: 3 }, [[0, 1]])],
    ['an interlaced one', png({ width: 1, height: 1, interlaced: 1 }, [[0, 1, 2, 3]])],
    ['fewer rows than it says', png({ width: 1, height: 9 }, [[0, 1, 2, 3]])],
    [
      'more rows than it says',
      png({ width: 1, height: 1 }, [
        [0, 1, 2, 3],
        [0, 1, 2, 3],
      ]),
    ],
    ['a filter there is not', png({ width: 1, height: 1 }, [[5, 1, 2, 3]])],
    ['a size that nobody draws', png({ width: 2 ** 31, height: 2 ** 31 }, [[0, 1, 2, 3]])],
    ['no width', png({ width: 0, height: 1 }, [[0]])],
  ])('that is %s is left to others', async (_, bytes) => {
    expect(await pixelsOfPng(bytes)).toBeUndefined();
  });
});

describe('a picture in a box', () => {
  const ramp = {
    width: 4,
    height: 2,
    rgb: Uint8Array.from([0, 100, 200, 250, 0, 100, 200, 250].flatMap((v) => [v, v, v])),
  };

  it('has the averages of what its pixels stand for, in its own shape', () => {
    expect(shrink(ramp, { width: 2, height: 10 })).toEqual({
      width: 2,
      height: 1,
      rgb: Uint8Array.from([50, 50, 50, 225, 225, 225]),
    });
  });

  it('stays as it is where it fits, and never vanishes', () => {
    expect(shrink(ramp, { width: 4, height: 2 })).toBe(ramp);
    expect(
      shrink({ width: 100, height: 1, rgb: new Uint8Array(300).fill(9) }, { width: 3, height: 9 }),
    ).toEqual({
      width: 3,
      height: 1,
      rgb: new Uint8Array(9).fill(9),
    });
  });
});
