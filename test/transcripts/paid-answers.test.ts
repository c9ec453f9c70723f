import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onLoopback } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const now = new Date().toISOString();
const succeeded = { id: 'job_1', model: 'm', status: 'succeeded', created_at: now, completed_at: now };

/** What each service answers to any submit, by the first word of the path under which it is reached. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  body: (response) => response.setHeader('content-type', 'image/png').end(png),
  list: (response) => response.end(JSON.stringify({ images: [png.toString('base64')] })),
  odd: (response) => response.end('{"answer":{"what":"ever"}}'),
  named: (response) => response.end('{"id":"i-1","answer":{"what":"ever"}}'),
  bare: (response) => response.end('{"id":"i-1"}'),
  page: (response) =>
    response.setHeader('content-type', 'text/html').end('<html><title>Hotel</title></html>'),
};
/** And to any look. */
const looks: Record<string, object> = {
  unread: { ...succeeded, outputs: [{ thing: 1 }] },
  inside: { ...succeeded, output: { image: png.toString('base64') } },
};

const service: RequestListener = (request, response): unknown => {
  const [, name = ''] = (request.url ?? '').split('/');
  request.resume();
  const look = looks[name];
  if (request.method === 'POST' && answers[name] !== undefined) return answers[name](response);
  if (look === undefined) response.statusCode = 404;
  const queued = { ...succeeded, status: 'queued', completed_at: undefined };
  return response.end(
    JSON.stringify(request.method === 'POST' ? queued : (look ?? { error: { message: 'no' } })),
  );
};

describe('what was paid for', () => {
  async function at(name: string) {
    const { home, run } = newHome();
    const env = { GENCTL_API_KEY: 'k', GENCTL_BASE_URL: `${await onLoopback(service)}/${name}` };
    return { home, on: (...words: string[]) => run(words, { env }) };
  }
  const sync = ['submit', 'fox', '-m', 'vendor-b/image-1', '--sync', '--no-preflight'];

  it.each(['body', 'list'])('comes home where the answer holds it (%s)', async (name) => {
    const { on } = await at(name);
    const ended = await on(...sync, '-D', 'out', '-q');
    expect(ended.code, ended.stderr).toBe(0);
    expect(readFileSync(ended.stdout.trim())).toEqual(png);
    expect((await on('show', '@last', '--json')).stdout).not.toContain(png.toString('base64').slice(0, 40));
  });

  it('and is not understood stays beside the ledger, is named, and goes when it is closed', async () => {
    const { home, on } = await at('odd');
    const ended = await on(...sync, '--json');
    expect(ended.code, ended.stderr).toBe(13);
    const [name = ''] = readdirSync(join(home, 'genctl/ledger/answers'));
    const path = join(home, 'genctl/ledger/answers', name);
    expect(readFileSync(path, 'utf8')).toBe('{"answer":{"what":"ever"}}');
    expect(errorOf(ended).why).toContain(path);
    expect((await on('recover')).stderr).toContain(path);
    await on('jobs', 'prune', '--older-than', '0', '--yes');
    expect(readFileSync(path, 'utf8')).not.toBe('');
    await on('recover', '--forget', String(errorOf(ended).idempotency_key));
    const pruned = await on('jobs', 'prune', '--older-than', '0', '--yes', '--json');
    expect(JSON.parse(pruned.stdout)).toMatchObject({ jobs: 0, answers: 1, bytes: 26 });
    expect(readdirSync(join(home, 'genctl/ledger/answers'))).toEqual([]);
  });

  it('under an id is a job whose answer can be shown, and whose download fails', async () => {
    const { on } = await at('named');
    const ended = await on(...sync);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toBe('i-1\n');
    expect(ended.stderr).toContain('genctl show i-1 --json');
    const shown = await on('show', 'i-1', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({
      status: 'succeeded',
      raw: { answer: { what: 'ever' } },
    });
    expect((await on('download', 'i-1')).code).toBe(14);
  });

  it('may be a job that goes on, and one that nobody knows is not waited for', async () => {
    const { on } = await at('bare');
    expect((await on(...sync, '--json')).stdout).toContain('"status":"queued"');
    expect((await on('status', 'i-1')).code).toBe(11);
  });

  it('is never lost to a page in between: it is kept, on v1, too', async () => {
    const { home, on } = await at('page');
    const ended = await on(
      'submit',
      'fox',
      '-m',
      'vendor-b/video-2.5',
      '--api',
      'v1',
      '--no-preflight',
      '--json',
    );
    expect(ended.code, ended.stderr).toBe(13);
    const [name = ''] = readdirSync(join(home, 'genctl/ledger/answers'));
    expect(name).toMatch(/\.html$/);
    expect(errorOf(ended).why).toContain(name);
  });

  it('on v2, with outputs that nobody can read, keeps its answer', async () => {
    const { on } = await at('unread');
    const ended = await on('submit', 'fox', '-m', 'm', '--no-preflight', '--wait');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('genctl show job_1 --json');
    expect(JSON.parse((await on('show', 'job_1', '--json')).stdout).raw).toMatchObject({
      outputs: [{ thing: 1 }],
    });
  });

  it('on v2, inside the answer, comes home as well', async () => {
    const { on } = await at('inside');
    const ended = await on('submit', 'fox', '-m', 'm', '--no-preflight', '-D', 'out', '-q');
    expect(ended.code, ended.stderr).toBe(0);
    expect(readFileSync(ended.stdout.trim())).toEqual(png);
  });
});
