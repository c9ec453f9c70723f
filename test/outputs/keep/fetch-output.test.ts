import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { bench, clip, done } from '../../submit/fixtures/download-bench.ts';

describe("the vendor's own link of a v1 output", () => {
  const vendor = 'https://vendor.example/clip.mp4?sig=1';
  const fresh = () => [{ ...clip, url: 'https://a.example/v1/media/new' }];

  it('brings the file where the masked one is dead after two fresh looks, without the key, and that is said', async () => {
    const dead = [clip.url, 'https://a.example/v1/media/new'];
    const newer = 'https://vendor.example/clip.mp4?sig=2';
    const { download, fetched, warnings } = bench({
      dead,
      fresh: [fresh, fresh],
      vendorLinks: [vendor],
      freshVendorLinks: [newer],
    });
    const files = await download(done([clip]));
    expect(files).toHaveLength(1);
    expect(fetched.map(({ url, keyless }) => [url, keyless])).toEqual([
      [clip.url, false],
      ['https://a.example/v1/media/new', false],
      ['https://a.example/v1/media/new', false],
      [newer, true],
    ]);
    expect(warnings.join()).toContain("the vendor's own link");
  });

  it('is left alone while a masked one lives', async () => {
    const { download, fetched } = bench({ vendorLinks: [vendor] });
    await download(done([clip]));
    expect(fetched).toMatchObject([{ url: clip.url, keyless: false }]);
  });

  it('is the one that was known where the job can not be asked any more', async () => {
    const down = () => {
      throw new UnreachableError({ code: 'unreachable', message: 'down' });
    };
    const { download, fetched } = bench({ dead: [clip.url], fresh: [down], vendorLinks: [vendor] });
    await download(done([clip]));
    expect(fetched.at(-1)).toMatchObject({ url: vendor, keyless: true });
  });

  it('never gets the key where it is all that the job shows', async () => {
    const { download, fetched } = bench({ vendorLinks: [clip.url] });
    await download(done([clip]));
    expect(fetched).toMatchObject([{ url: clip.url, keyless: true }]);
  });

  it('that is dead too is told of beside the masked one, exit 14', async () => {
    const { download } = bench({ dead: [clip.url, vendor], vendorLinks: [vendor] });
    const error = await download(done([clip])).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ exitCode: 14, code: 'dead_link', hint: expect.stringContaining('genctl') });
    expect(`${(error as Error).message} ${(error as { why: string }).why}`).toMatch(/a\.example.*vendor/s);
  });
});

describe('a link that is not followed', () => {
  const odd = { ...clip, url: 'http://cdn.example/clip.mp4' };

  it('is asked for again, and the file comes by the one that the job tells then', async () => {
    const { download, fetched } = bench({ fresh: [() => [clip]] });
    await download(done([odd]));
    expect(fetched.map(({ url }) => url)).toEqual([odd.url, clip.url]);
  });

  it('is what it ends with where the job tells it again', async () => {
    const { download, fetched } = bench({ fresh: [() => [odd], () => [odd]] });
    await expect(download(done([odd]))).rejects.toMatchObject({ code: 'unsafe_link' });
    expect(fetched).toHaveLength(1);
  });
});
