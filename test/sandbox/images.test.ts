import { describe, expect, it } from 'vitest';
import { service } from './fixtures/service.ts';
import { drawing, finished, linked, paths, submit } from './fixtures/v1.ts';
import { pngPixels } from './media/fixtures/read-png.ts';

function sizeOf(bytes: Buffer) {
  const { height, width } = pngPixels(bytes);
  return { height, width };
}

describe('pictures for later', () => {
  it('are polled as a task is, each with the vendor’s link and the first with a masked one', async () => {
    const one = service();
    const body = await finished(one, 'images', { ...drawing, n: 2, seed: 5 });
    expect(body).toMatchObject({ status: 'succeeded', n: 2, size: '64x64', seed: 5 });
    expect(body).not.toHaveProperty('content');
    const links = (body.data as { url: string }[]).map(({ url }) => url);
    const [first, second] = await Promise.all(links.map((url) => linked(one, url)));
    expect(links).toHaveLength(2);
    expect(first?.bytes.equals(second?.bytes ?? Buffer.of())).toBe(false);
    expect((await linked(one, body.media_url)).bytes.equals(first?.bytes ?? Buffer.of())).toBe(true);
    expect(sizeOf(first?.bytes ?? Buffer.of())).toEqual({ width: 64, height: 64 });
  });

  it('come of the slow model too', async () => {
    const slow = { ...drawing, model: 'vendor-b/image-1-pro' };
    expect((await finished(service(), 'images', slow)).status).toBe('succeeded');
  });

  it.each([
    [{ n: 0 }, 'n'],
    [{ n: 5 }, '4'],
    [{ n: 'two' }, 'n'],
    [{ size: '63x64' }, '64'],
    [{ size: '8K' }, 'size'],
    [{ seed: 'seven' }, 'seed'],
    [{ response_format: 'jpeg' }, 'b64_json'],
    [{ prompt: '' }, 'prompt'],
  ])('are refused in the generator’s words with %j', async (options, word) => {
    for (const route of ['images', 'atOnce'] as const) {
      const { body, status } = await submit(service(), route, { ...drawing, ...options });
      expect([status, body.error?.provider_code]).toEqual([400, 'InvalidParameter']);
      expect(body.error?.message).toContain(word);
    }
  });

  it('may be as large as a word says', async () => {
    for (const [size, side] of [
      ['1K', 1_024],
      ['2K', 2_048],
      ['4K', 4_096],
    ] as const)
      expect(await finished(service(), 'images', { ...drawing, size })).toMatchObject({
        size: `${side}x${side}`,
      });
  });
});

describe('pictures at once', () => {
  it('are links in the answer, without a look later', async () => {
    const one = service();
    const { body, status } = await submit(one, 'atOnce', { ...drawing, n: 2 });
    expect(status).toBe(200);
    const { data, job_id, media_url } = body as {
      data: { url: string }[];
      job_id: string;
      media_url: string;
    };
    expect(job_id).toMatch(/^job_/);
    expect(data).toHaveLength(2);
    for (const url of [media_url, ...data.map(({ url }) => url)])
      expect(sizeOf((await linked(one, url)).bytes)).toEqual({ width: 64, height: 64 });
  });

  it('are base64 where that is asked for', async () => {
    const { body } = await submit(service(), 'atOnce', { ...drawing, response_format: 'b64_json' });
    const [picture] = body.data as { b64_json: string }[];
    expect(Object.keys(picture ?? {})).toEqual(['b64_json']);
    expect(sizeOf(Buffer.from(picture?.b64_json ?? '', 'base64'))).toEqual({ width: 64, height: 64 });
  });

  it('are the same bytes for the same seed and job whichever way they come', async () => {
    const one = service();
    const { body } = await submit(one, 'atOnce', { ...drawing, seed: 3, response_format: 'b64_json' });
    const [picture] = body.data as { b64_json: string }[];
    expect((await linked(one, body.media_url)).bytes.toString('base64')).toBe(picture?.b64_json);
  });

  it('are refused of a model that is too slow, by its name and with the other route', async () => {
    const { body, status } = await submit(service(), 'atOnce', { ...drawing, model: 'vendor-b/image-1-pro' });
    expect(status).toBe(400);
    expect(body.error?.message).toContain('vendor-b/image-1-pro');
    expect(body.error?.message).toContain(paths.images);
  });

  it('that are not rendered are an error with both codes, and nothing is charged', async () => {
    const { body, status } = await submit(service(), 'atOnce', drawing, { scenario: 'provider_failed' });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'provider_failed', provider_code: expect.any(String) });
  });
});
