import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngChunks, pngPixels, pngSignature } from './fixtures/read-png.ts';
import { renderPicture } from './fixtures/render-still.ts';

const request = {
  width: 512,
  height: 384,
  seed: 7,
  prompt: 'a red fox in fresh snow, morning light',
  jobId: 'job_0001',
  model: 'vendor-a/image-1',
  index: 0,
};

describe('a picture of the sandbox', () => {
  it('is a PNG of the size asked for, each chunk with its checksum', () => {
    const png = renderPicture(request);
    expect(Buffer.from(png.subarray(0, 8)).toString('hex')).toBe(pngSignature);
    const chunks = pngChunks(png);
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'sRGB', 'IDAT', 'IEND']);
    for (const { covered, crc } of chunks) expect(crc32(covered)).toBe(crc);
    const { width, height } = pngPixels(png);
    expect([width, height]).toEqual([512, 384]);
  });

  it('shows something: light words on a dark ground, and colours', () => {
    const { pixels } = pngPixels(renderPicture(request));
    expect(new Set(pixels).size).toBeGreaterThan(200);
    expect([...pixels].filter((pixel) => pixel === 0xf5f1e8).length).toBeGreaterThan(500);
  });

  it('is the same bytes for the same request', () => {
    expect(Buffer.from(renderPicture(request)).equals(renderPicture({ ...request }))).toBe(true);
  });

  it('differs with whatever is written on it', () => {
    const variants = [
      request,
      { ...request, seed: 8 },
      { ...request, seed: -1 },
      { ...request, prompt: 'a blue fox' },
      { ...request, jobId: 'job_0002' },
      { ...request, model: 'vendor-a/image-2' },
      { ...request, index: 1 },
      { ...request, width: 514 },
    ].map((one) => Buffer.from(renderPicture(one)).toString('base64'));
    expect(new Set(variants).size).toBe(variants.length);
  });

  it('differs for prompts in scripts that the font lacks', () => {
    const [one, other] = ['雪中的狐狸', '海上的日落'].map((prompt) =>
      Buffer.from(renderPicture({ ...request, prompt })).toString('base64'),
    );
    expect(one).not.toBe(other);
  });

  it('can be any size from 64 to 4096 px a side, strips too, whatever the prompt', () => {
    const prompts = ['', ' ', 'a cat', 'x'.repeat(500), '雪'.repeat(300), 'word '.repeat(2000)];
    const sizes = [
      [64, 64],
      [65, 67],
      [64, 4096],
      [4096, 64],
      [300, 1000],
      [161, 160],
    ] as const;
    const cases = sizes.flatMap(([width, height]) => prompts.map((prompt) => ({ width, height, prompt })));
    for (const one of cases) {
      const { width, height } = pngPixels(renderPicture({ ...request, ...one }));
      expect({ width, height }).toEqual({ width: one.width, height: one.height });
    }
  });

  it('takes a prompt as long as the service does, in any script', () => {
    for (const character of ['雪', 'x', 'é ']) {
      const prompt = character.repeat(100_000 / character.length);
      expect(pngPixels(renderPicture({ ...request, prompt })).width).toBe(512);
    }
  });

  it('stays small: a card is no photograph', () => {
    expect(renderPicture({ ...request, width: 1024, height: 1024 }).length).toBeLessThan(150_000);
  });
});
