import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { pngPixels } from '../sandbox/media/fixtures/read-png.ts';
import { renderPicture } from '../sandbox/media/fixtures/render-still.ts';
import { decode, probe, scratchFolder } from './fixtures/ffmpeg.ts';

const caption = {
  seed: 42,
  prompt: 'a red fox trots through fresh snow',
  jobId: 'job_0001',
  model: 'vendor-b/video-2.5',
};

const { keep, raw } = scratchFolder();

/** Half of them. */
const sizes = sample(
  [
    [1024, 1024],
    [1920, 1080],
    [64, 64],
    [65, 301],
    [4096, 64],
    [64, 4096],
    [4096, 4096],
  ],
  () => 'a picture',
  2,
);

describe('a picture', () => {
  it.each(sizes)('of %i x %i px decodes without a word to the pixels drawn', async (width, height) => {
    const png = renderPicture({ ...caption, width, height, index: 0 });
    const path = keep('picture.png', png);
    expect(await decode(path)).toBe('');
    expect(await probe(path)).toMatchObject([{ width, height, codec_name: 'png', pix_fmt: 'rgb24' }]);
    const decoded = await raw(path, ['-f', 'rawvideo', '-pix_fmt', 'rgb24']);
    const { pixels } = pngPixels(png);
    const expected = Buffer.alloc(pixels.length * 3);
    pixels.forEach((pixel, place) => {
      expected[3 * place] = pixel >> 16;
      expected[3 * place + 1] = pixel >> 8;
      expected[3 * place + 2] = pixel;
    });
    expect(decoded.equals(expected)).toBe(true);
  });
});
