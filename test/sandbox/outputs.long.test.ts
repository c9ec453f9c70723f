import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { byteRange } from '../../src/sandbox/links/media.ts';
import { outputUrl } from '../../src/sandbox/links/output-link.ts';
import { clip, picture, service } from './fixtures/service.ts';

async function deliveredPicture(options: Parameters<typeof service>[0] = {}) {
  const one = service({ speed: 'instant', ...options });
  const { id } = (await one.submit({ ...picture, output: { count: 2 } })).body;
  const urls = ((await one.poll(id)).body.outputs ?? []).map(({ url }) => url);
  const url = urls[0] ?? '';
  const get = (headers: Record<string, string>, method = 'GET') => one.fetchUrl(url, { method, headers });
  const whole = Buffer.from(await (await get({})).arrayBuffer());
  return { ...one, id, url, urls, get, whole };
}

describe('an output on the CDN', () => {
  it('is a file that anyone with the link may fetch and keep', async () => {
    const { get, whole } = await deliveredPicture();
    const { status, headers } = await get({});
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('image/png');
    expect(headers.get('Content-Length')).toBe(String(whole.length));
    expect(headers.get('Cache-Control')).toContain('immutable');
    expect(headers.get('Accept-Ranges')).toBe('bytes');
    expect(headers.get('ETag')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(whole.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
  });

  it('differs from the other output of its job, and is the same bytes each time', async () => {
    const { urls, fetchUrl, whole, get } = await deliveredPicture();
    const other = Buffer.from(await (await fetchUrl(urls[1] ?? '')).arrayBuffer());
    expect(other.equals(whole)).toBe(false);
    expect(Buffer.from(await (await get({})).arrayBuffer()).equals(whole)).toBe(true);
  });

  it('tells its size without its body', async () => {
    const { get, whole } = await deliveredPicture();
    const head = await get({}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Length')).toBe(String(whole.length));
    expect(await head.text()).toBe('');
  });

  it('can be fetched in parts that make the whole', async () => {
    const { get, whole } = await deliveredPicture();
    const parts = [];
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) {
      const part = await get({ Range: range });
      expect(part.status).toBe(206);
      parts.push(Buffer.from(await part.arrayBuffer()));
      expect(part.headers.get('Content-Length')).toBe(String(parts.at(-1)?.length));
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    const tail = await get({ Range: 'bytes=-10' });
    expect(tail.headers.get('Content-Range')).toBe(
      `bytes ${whole.length - 10}-${whole.length - 1}/${whole.length}`,
    );
  });

  it('is resumed only while it is the same file', async () => {
    const { get } = await deliveredPicture();
    const etag = (await get({}, 'HEAD')).headers.get('ETag') ?? '';
    expect((await get({ Range: 'bytes=9-', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=9-', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
  });

  it('has no part past its end', async () => {
    const { get, whole } = await deliveredPicture();
    const answer = await get({ Range: `bytes=${whole.length}-` });
    expect([answer.status, answer.headers.get('Content-Range')]).toEqual([416, `bytes */${whole.length}`]);
  });

  it('is at its link and nowhere near it', async () => {
    const { url, id, fetchUrl } = await deliveredPicture();
    const wrong = [
      url.replace(/-[0-9a-f]/, (start) => (start === '-0' ? '-1' : '-0')),
      url.replace('/1-', '/2-'),
      url.replace('/1-', '/01-'),
      url.replace('.png', '.mp4'),
      url.replace(id, `${id}/../${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`),
      url.replace(/[^/]+$/, '..%2f..%2fsecret%2fkey'),
      url.replace(/[^/]+$/, ''),
      'https://cdn.sandbox.invalid/',
      'https://cdn.sandbox.invalid/v2/models',
      'https://cdn.sandbox.invalid/media/../secret/key',
    ];
    for (const one of wrong) expect([one, (await fetchUrl(one)).status]).toEqual([one, 404]);
  });

  it('is not there before its job has succeeded, nor where it has not', async () => {
    const { submit, settings, clock, fetchUrl } = service();
    const deployment = createDeployment(settings);
    const urlOf = async (scenario?: string) => {
      const { id } = (await submit(picture, scenario === undefined ? {} : { scenario })).body;
      const record = deployment.jobs.read(id);
      return record === undefined ? '' : outputUrl(deployment, { record, position: 1 });
    };
    const [good, bad] = [await urlOf(), await urlOf('provider_failed')];
    expect((await fetchUrl(good)).status).toBe(404);
    clock.advanceSeconds(5);
    expect([(await fetchUrl(good)).status, (await fetchUrl(bad)).status]).toEqual([200, 404]);
  });
});

describe('a clip', () => {
  it('is an MP4 on the CDN', async () => {
    const { submit, poll, fetchUrl } = service({ speed: 'instant' });
    const { id } = (await submit(clip({ draft: true, duration: 4 }))).body;
    const output = (await poll(id)).body.outputs?.[0];
    expect(output).toMatchObject({ type: 'video', content_type: 'video/mp4' });
    expect(output?.url).toMatch(/\.mp4$/);
    const file = await fetchUrl(output?.url ?? '');
    expect(file.headers.get('Content-Type')).toBe('video/mp4');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('is a MOV where that was asked for', async () => {
    const { submit, poll, fetchUrl } = service({ speed: 'instant' });
    const asked = { draft: true, duration: 4, ratio: '1:1', output_format: 'mov' };
    const { id } = (await submit(clip(asked))).body;
    const { status, outputs } = (await poll(id)).body;
    expect(status).toBe('succeeded');
    expect(outputs?.[0]).toMatchObject({ type: 'video', content_type: 'video/quicktime' });
    expect(outputs?.[0]?.url).toMatch(/\.mov$/);
    const file = await fetchUrl(outputs?.[0]?.url ?? '');
    expect(file.headers.get('Content-Type')).toBe('video/quicktime');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(4, 12).toString()).toBe('ftypqt  ');
  });
});

describe('an output without a CDN', () => {
  it('is under the base URL, for any key of its owner and for nobody else', async () => {
    const { url, fetchUrl } = await deliveredPicture({ cdnUrl: undefined });
    expect(url).toMatch(/^https:\/\/api\.sandbox\.invalid\/v1\/media\/\w+$/);
    const status = async (authorization?: string) =>
      (await fetchUrl(url, authorization === undefined ? {} : { headers: { Authorization: authorization } }))
        .status;
    expect(await status('Bearer sbx_local')).toBe(200);
    expect(await status('Bearer sbx_local.another')).toBe(200);
    expect(await status()).toBe(404);
    expect(await status('Bearer sbx_other')).toBe(404);
    expect(await status('Bearer sk-real')).toBe(404);
  });
});

describe('a byte range', () => {
  it.each([
    [null, 'whole'],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=5-99', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=7-3', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
  ])('%s of ten bytes', (header, expected) => {
    expect(byteRange(header, 10)).toEqual(expected);
  });
});
