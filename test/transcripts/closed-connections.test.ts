import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { newHome } from './genctl.ts';

/**
 * A service of v1 that has always just closed the connection as another submit arrives on it, as a gateway does whose patience with an idle
 * connection ends at that moment: the submit is lost, and nothing was done.
 */
async function closingService() {
  const used = new WeakSet<Socket>();
  let submits = 0;
  const baseUrl = await onLoopback((request, response) => {
    const isSubmit = request.method === 'POST';
    if (isSubmit && used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    if (isSubmit) submits += 1;
    const id = isSubmit ? `cgt-${submits}` : (request.url ?? '').split('/').at(-1);
    const task = { id, status: 'succeeded', content: { video_url: `${baseUrl}/clip.mp4` } };
    request.resume().once('end', () => sendJson(response, 200, isSubmit ? { id } : task));
  });
  return { env: { GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: 'k' }, submits: () => submits };
}

it('a v1 submit, which is never sent again, goes by a connection that nobody else has used', async () => {
  const { env, submits } = await closingService();
  const { home, run } = newHome();
  const lines = ['one', 'two', 'three'].map((prompt) => JSON.stringify({ id: prompt, prompt }));
  writeFileSync(join(home, 'shots.jsonl'), lines.join('\n'));
  const words = [
    'batch',
    'shots.jsonl',
    '-m',
    'vendor-b/video-2.5',
    '--api',
    'v1',
    '--in-flight',
    '1',
    '--no-preflight',
  ];
  const ended = await run([...words, '--json', '-y'], { env });
  expect(ended.code, ended.stderr).toBe(0);
  expect(submits()).toBe(3);
});
