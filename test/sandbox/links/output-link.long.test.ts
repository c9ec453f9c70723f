import { describe, expect, it } from 'vitest';
import { picture, service } from '../fixtures/service.ts';
import { drawing, finished, linked, poll, task } from '../fixtures/v1.ts';

const minute = 60;

describe('a masked link of a task', () => {
  it('opens for whoever holds it, until it ends within the hour', async () => {
    const one = service();
    const { media_url } = await finished(one, 'images', drawing);
    expect((await linked(one, media_url)).headers.get('Content-Type')).toBe('image/png');
    expect((await linked(one, media_url, 'sbx_other')).status).toBe(200);
    one.clock.advanceSeconds(54 * minute);
    expect((await linked(one, media_url)).status).toBe(200);
    one.clock.advanceSeconds(minute);
    for (const key of [undefined, 'sbx_local']) expect((await linked(one, media_url, key)).status).toBe(404);
  });

  it('is given anew by each poll', async () => {
    const one = service();
    const { id, media_url } = await finished(one, 'images', drawing);
    one.clock.advanceSeconds(50 * minute);
    const later = (await poll(one, 'images', id)).body.media_url;
    expect(later).not.toBe(media_url);
    one.clock.advanceSeconds(50 * minute);
    expect((await linked(one, media_url)).status).toBe(404);
    expect((await linked(one, later)).status).toBe(200);
  });

  it('cannot be made from another: not for longer, not for another file', async () => {
    const one = service();
    const url = String((await finished(one, 'images', { ...drawing, n: 2 })).media_url);
    const moment = /_(\d{10})_/.exec(url)?.[1] ?? '';
    for (const forged of [
      url.replace(moment, String(Number(moment) + 1_000)),
      url.replace('_1_', '_2_'),
      url.replace('_1_', '_last_'),
      url.replace(/[0-9a-f]$/, (digit) => (digit === '0' ? '1' : '0')),
    ]) {
      expect(forged).not.toBe(url);
      expect((await linked(one, forged)).status).toBe(404);
    }
  });

  it('must not be kept by a cache, for it ends; what does not end may be', async () => {
    const one = service();
    const { data, media_url } = await finished(one, 'images', drawing);
    expect((await linked(one, media_url)).headers.get('Cache-Control')).toBe('private, no-store');
    const [raw] = data as { url: string }[];
    expect((await linked(one, raw?.url)).headers.get('Cache-Control')).toContain('immutable');
  });

  it('can be fetched in parts', async () => {
    const one = service();
    const { media_url } = await finished(one, 'images', drawing);
    const whole = (await linked(one, media_url)).bytes;
    const rest = await one.fetchUrl(String(media_url), { headers: { Range: 'bytes=8-' } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(8))).toBe(true);
  });
});

describe('the vendor’s raw link', () => {
  it('is on the CDN host, needs no key, does not end and cannot be guessed', async () => {
    const one = service();
    const { data, media_url } = await finished(one, 'images', drawing);
    const [raw] = data as { url: string }[];
    const url = String(raw?.url);
    expect(url).toMatch(/^https:\/\/cdn\.sandbox\.invalid\//);
    one.clock.advanceSeconds(86_400);
    const file = await linked(one, url);
    expect(file.status).toBe(200);
    const wrong = url.replace(/[0-9a-f](?=\.png$)/, (digit) => (digit === '0' ? '1' : '0'));
    expect((await linked(one, wrong)).status).toBe(404);
    const onApi = url.replace('cdn.', 'api.');
    expect((await linked(one, onApi, 'sbx_local')).status).toBe(404);
    expect(String(media_url)).toMatch(/^https:\/\/api\.sandbox\.invalid\/v1\/media\//);
  });

  it('is under the API where there is no CDN, and needs no key there either', async () => {
    const one = service({ cdnUrl: undefined });
    const { content, media_url } = await finished(one, 'tasks', task());
    const { video_url } = content as { video_url: string };
    expect(video_url).toMatch(/^https:\/\/api\./);
    const files = await Promise.all([video_url, media_url].map((url) => linked(one, url)));
    expect(files.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('the media route', () => {
  it('tells a v2 output, which wants the owner’s key, from a task’s link, which is one', async () => {
    const one = service({ cdnUrl: undefined });
    const { id } = (await one.submit(picture)).body;
    one.clock.advanceSeconds(10);
    const url = (await one.poll(id)).body.outputs?.[0]?.url;
    const statuses = [];
    for (const key of [undefined, 'sbx_other', 'sbx_local', 'sbx_local.2'])
      statuses.push((await linked(one, url, key)).status);
    expect(statuses).toEqual([404, 404, 200, 200]);
  });
});
