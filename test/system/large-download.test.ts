import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newHome } from '../transcripts/genctl.ts';

const bytesTotal = 200 * 1024 * 1024;
const cuts = 10;
const etag = '"two-hundred"';

/** The file, whole: an MP4 as far as its first bytes go, then bytes that differ from place to place. */
const file = Buffer.alloc(bytesTotal);
for (let offset = 0; offset < bytesTotal; offset += 4)
  file.writeUInt32LE((offset * 2_654_435_761) % 2 ** 32, offset);
file.write('\0\0\0\x18ftypisom', 0, 'latin1');

/** Places to cut at, from a fixed seed: each a distance past where an answer begins. */
let state = 20_260_304;
function nextCut(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return 1024 * 1024 + (state % (24 * 1024 * 1024));
}

const seen: { range: string | undefined; ifRange: string | undefined }[] = [];
let bytesSent = 0;

function sendFile(request: IncomingMessage, response: ServerResponse): void {
  const range = request.headers.range;
  seen.push({ range, ifRange: request.headers['if-range'] as string | undefined });
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(start === 0 ? 200 : 206, {
    'content-type': 'video/mp4',
    etag,
    'content-length': bytesTotal - start,
    ...(start === 0 ? {} : { 'content-range': `bytes ${start}-${bytesTotal - 1}/${bytesTotal}` }),
  });
  const cut = seen.length <= cuts;
  const end = cut ? Math.min(bytesTotal - 1, start + nextCut()) : bytesTotal;
  bytesSent += end - start;
  response.write(file.subarray(start, end), () => {
    if (cut) response.destroy();
    else response.end();
  });
}

const server = createServer((request, response) => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (request.url === '/file.mp4') {
    sendFile(request, response);
    return;
  }
  const base = { id: 'job_large', model: 'vendor-a/video-1', created_at: '2026-03-04T05:06:07.000000+00:00' };
  const outputs = [{ url: `${origin}/file.mp4`, type: 'video', content_type: 'video/mp4' }];
  const job =
    request.method === 'POST'
      ? { ...base, status: 'queued' }
      : { ...base, status: 'succeeded', cost_usd: 1, outputs };
  request.resume().once('end', () => {
    response
      .writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(job));
  });
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const folder = mkdtempSync(join(tmpdir(), 'genctl-large-'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('200 MB cut ten times arrives whole, by resuming', async () => {
  const { run } = newHome();
  const env = {
    GENCTL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GENCTL_API_KEY: 'k',
  };
  const words = ['submit', 'a fox', '-m', 'vendor-a/video-1', '-D', folder, '--json', '--no-sidecar'];
  const ended = await run(words, { env });
  expect(ended.code, ended.stderr).toBe(0);
  const [output] = JSON.parse(ended.stdout).outputs;
  expect(output).toMatchObject({
    bytes: bytesTotal,
    sha256: createHash('sha256').update(file).digest('hex'),
  });
  expect(readdirSync(folder)).toEqual(['a-fox-large-1.mp4']);
  expect(seen).toHaveLength(cuts + 1);
  expect(seen.slice(1).every(({ range, ifRange }) => range !== undefined && ifRange === etag)).toBe(true);
  // What is sent twice is what was on its way when the line was cut, and no more.
  expect(bytesSent).toBeLessThan(bytesTotal * 1.5);
}, 120_000);
