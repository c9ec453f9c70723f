import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onLoopback } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const mp4 = Buffer.concat([Buffer.from('0000001066747970', 'hex'), Buffer.alloc(2048, 7)]);
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2048, 7)]);

type Files = Record<string, { status?: number; bytes?: Buffer; location?: string }>;

/** A service of v1 whose one task has succeeded; `files` by their path, where the rest is 404. */
async function serve(body: (origin: string) => object, files: Files) {
  const seen: IncomingMessage[] = [];
  const GENCTL_BASE_URL = await onLoopback((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '', origin);
    if (/^\/v1\/(media|raw)\//.test(pathname)) {
      seen.push(request);
      const { status = 200, bytes = Buffer.alloc(0), location } = files[pathname] ?? { status: 404 };
      const headers = { 'content-length': bytes.length, ...(location === undefined ? {} : { location }) };
      response.writeHead(status, headers).end(bytes);
      return;
    }
    request.resume().once('end', () => {
      const answer = request.method === 'POST' ? { id: 'cgt-1' } : { id: 'cgt-1', ...body(origin) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  return { env: { GENCTL_BASE_URL, GENCTL_API_KEY: 'very-secret' }, seen };
}

const clip = (origin: string) => ({
  status: 'succeeded',
  content: {
    video_url: `${origin}/v1/media/raw-clip.mp4?sig=1`,
    last_frame_url: `${origin}/v1/raw/still.png`,
  },
  media_url: `${origin}/v1/media/masked`,
  last_frame_media_url: `${origin}/v1/media/masked-still`,
});
const submit = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '-D', 'out', '--no-sidecar'];

it("a clip and its closing still come by the vendor's links where the masked ones are dead, and no key goes there", async () => {
  const { home, run } = newHome();
  const { env, seen } = await serve(clip, {
    '/v1/media/raw-clip.mp4': { bytes: mp4 },
    '/v1/raw/still.png': { bytes: png },
  });
  const ended = await run([...submit, '-q'], { env });
  expect(ended.code, ended.stderr).toBe(0);
  expect(readdirSync(join(home, 'out')).toSorted()).toEqual(['a-fox-cgt-1-1.mp4', 'a-fox-cgt-1-2.png']);
  const raw = seen.filter(({ url }) => /raw/.test(url ?? ''));
  expect(raw.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  expect(seen.filter(({ url }) => url === '/v1/media/masked')).toHaveLength(3);
});

it.each<[string, Files[string]]>([
  ['gone', { status: 403 }],
  ['a way off loopback', { status: 302, location: 'http://vendor.example/clip.mp4' }],
])("where the vendor's link is %s as well, both are told of, and it is exit 14", async (_, file) => {
  const { home, run } = newHome();
  const { env } = await serve(clip, { '/v1/media/raw-clip.mp4': file });
  const ended = await run([...submit, '--json'], { env });
  expect(ended.code, ended.stderr).toBe(14);
  const error = errorOf(ended);
  expect(error).toMatchObject({ code: 'dead_link', job_id: 'cgt-1', hint: expect.stringContaining('cgt-1') });
  expect(error.message).toMatch(/no longer serves.*vendor/);
  expect(ended.stderr).not.toMatch(/sig=1|masked|very-secret/);
  expect(readdirSync(join(home, 'out')).filter((name) => !name.endsWith('.part'))).toEqual([]);
});
