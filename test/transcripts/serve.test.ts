import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { whyUnfit } from './document-fit.ts';
import { errorOf, newHome } from './genctl.ts';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64'];

interface Served {
  base_url: string;
  cdn_url: string | null;
  api_key: string;
  limits?: unknown;
}

const servers: ChildProcess[] = [];
afterAll(async () => {
  for (const server of servers) {
    if (server.exitCode !== null || server.signalCode !== null) continue;
    server.kill();
    await once(server, 'exit');
  }
});

async function serve(home: string, flags: readonly string[] = []): Promise<Served> {
  const server = spawn(process.execPath, [binary, 'sandbox', 'serve', '--port', '0', '--json', ...flags], {
    env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'served'), GENCTL_SANDBOX_SPEED: 'instant' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  for await (const line of createInterface({ input: server.stdout })) return servedIn(line);
  throw new Error('sandbox serve ended without a line');
}

/** What the line says, which is held to its schema. */
function servedIn(line: string): Served {
  const document: unknown = JSON.parse(line);
  expect(whyUnfit('genctl.sandbox/v1', document)).toBeUndefined();
  return document as Served;
}

const accountOf = ({ base_url, api_key }: Served) => ({ GENCTL_BASE_URL: base_url, GENCTL_API_KEY: api_key });

/** What `--verbose` said of the fetch of an output: its URL, and whether the key went with it. */
function fetchOf(stderr: string, part: string): string {
  return stderr.split('\n').find((line) => line.startsWith('> GET') && line.includes(part)) ?? '';
}

describe('the service over HTTP', () => {
  const { home, run } = newHome();

  it('takes a job by base URL and key, and gives its file on the CDN host without the key', async () => {
    const served = await serve(home);
    const env = { GENCTL_API_KEY: served.api_key };
    const ended = await run([...image, '-D', 'out', '--base-url', served.base_url, '--verbose'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect(readFileSync(ended.stdout.trim()).readUInt32BE(16)).toBe(96);
    expect(ended.stderr).toContain(`> POST ${served.base_url}/v2/jobs`);
    expect(fetchOf(ended.stderr, String(served.cdn_url))).not.toMatch(/authorization/i);
    expect(ended.stderr).not.toContain(served.api_key);
    // The record knows where the job is; nothing has to be said again but the key.
    expect((await run(['status', '@last', '--json'], { env })).code).toBe(0);
  });

  it('has prices that tell nothing of another service', async () => {
    const { home, run } = newHome();
    const served = await serve(home);
    const { code, stderr } = await run([...image, '--wait', '-q'], { env: accountOf(served) });
    expect(code, stderr).toBe(0);
    const again = await run([...image, '--dry-run'], { env: accountOf(served) });
    expect(again.stderr).toContain('(1 similar job was charged');
    const elsewhere = { ...accountOf(served), GENCTL_BASE_URL: 'https://api.vendor.example' };
    const other = await run([...image, '--dry-run'], { env: elsewhere });
    expect(other.stderr).toContain('expected: cost unknown (no similar job has been charged here)');
  });

  it('holds its accounts to the balances and limits of a file, which flags overrule, and says them', async () => {
    const accounts = join(home, 'accounts.json');
    const file = { poor: { balance_usd: 0.001 }, studio: { in_flight: 2, rate_limit: '5/s' } };
    writeFileSync(accounts, JSON.stringify(file));
    const flags = ['--in-flight', 'studio=3', '--rate-limit', '1/h', '--no-retry-after'];
    const served = await serve(home, ['--accounts', accounts, ...flags, '--forget-keys-after', '24h']);
    expect(served.limits).toEqual({
      in_flight: { every: null, accounts: { studio: 3 } },
      rate_limit: { every: '1/h', accounts: { studio: '5/s' } },
      look_limit: { every: null, accounts: {} },
      retry_after: false,
      forget_keys_after: '1d',
    });
    const statusOf = async (key: string, name: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': name };
      const body = JSON.stringify({ model: 'vendor-a/image-1', input: { prompt: 'a fox' } });
      const answer = await fetch(`${served.base_url}/v2/jobs`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return [answer.status, answer.headers.get('Retry-After'), error?.code];
    };
    expect(await statusOf('sbx_poor', 'a')).toEqual([429, null, 'insufficient_balance']);
    expect(await statusOf('sbx_local', 'a')).toEqual([202, null, undefined]);
    expect(await statusOf('sbx_local', 'b')).toEqual([429, null, 'rate_limited']);
    for (const name of ['a', 'b']) expect(await statusOf('sbx_studio', name)).toEqual([202, null, undefined]);
  });

  it('fails as often as it was told, and keeps each request in a file, without its key', async () => {
    const requests = join(home, 'requests.ndjson');
    const faults = ['--latency', '1ms..5ms', '--fail-rate', '100%', '--seed', '7'];
    const served = await serve(home, [...faults, '--request-log', requests]);
    const ended = await run(['models', '--json'], { env: accountOf(served) });
    expect([ended.code, errorOf(ended).retryable]).toEqual([9, true]);
    const logged = readFileSync(requests, 'utf8').trim().split('\n');
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      method: 'GET',
      path: '/v2/models',
      headers: { authorization: 'Bearer ***' },
      answer: { status: 503, body: { error: { code: 'internal' } } },
    });
  });

  it.each([
    [['--latency', '2s..80ms'], '--latency'],
    [['--seed', '7'], '--seed'],
    [['--fail-rate', '0%'], '--fail-rate'],
    [['--request-log', 'nowhere/requests.ndjson'], '--request-log'],
  ])('refuses %j', async (words, flag) => {
    const ended = await run(['sandbox', 'serve', ...words, '--json']);
    expect(ended.code).toBe(2);
    expect(errorOf(ended).message).toContain(flag);
  });

  it('without a CDN gives it under the base URL, with the key and not without', async () => {
    const served = await serve(home, ['--no-cdn']);
    const ended = await run([...image, '-D', 'out', '--verbose', '-q'], { env: accountOf(served) });
    expect(ended.code, ended.stderr).toBe(0);
    expect(fetchOf(ended.stderr, `${served.base_url}/v1/media/`)).toMatch(/authorization: Bearer \*\*\*/);
    const id = (await run(['jobs', '-q', '--limit', '1'])).stdout.trim();
    const { outputs } = JSON.parse((await run(['show', id, '--json'], { env: accountOf(served) })).stdout);
    expect((await fetch(outputs[0].url)).status).toBe(404);
  });

  it('answers while it renders a picture', async () => {
    const served = await serve(home);
    const large = [
      'submit',
      'a red fox',
      '-m',
      'vendor-a/image-1',
      '--set',
      'size=2048x2048',
      '--wait',
      '-q',
    ];
    const submitted = await run(large, { env: accountOf(served) });
    const headers = { Authorization: `Bearer ${served.api_key}` };
    const poll = async () =>
      (await fetch(`${served.base_url}/v2/jobs/${submitted.stdout.trim()}`, { headers })).json();
    const { outputs } = (await poll()) as { outputs: { url: string }[] };
    const order: string[] = [];
    const come = async (what: string, answer: Promise<unknown>) => {
      await answer;
      order.push(what);
    };
    await Promise.all([come('picture', fetch(outputs[0]?.url ?? '')), come('job', poll())]);
    expect(order).toEqual(['job', 'picture']);
  });

  it('is not sent a key that is another service’s', async () => {
    const served = await serve(home);
    const submitted = await run([...image, '-q'], { env: accountOf(served) });
    const id = submitted.stdout.trim();
    const env = { GENCTL_BASE_URL: 'http://127.0.0.1:9', GENCTL_API_KEY: 'another' };
    const ended = await run(['status', id, '--json'], { env });
    expect(ended.code).toBe(3);
    expect(errorOf(ended)).toMatchObject({ code: 'no_key' });
  });

  it('keeps an account by login, whose key is tried, hidden and never shown', async () => {
    const served = await serve(home);
    const words = ['auth', 'login', '--profile', 'studio', '--base-url', served.base_url];
    const login = await run(words, { stdin: 'sbx_studio\n' });
    expect(login.code, login.stderr).toBe(0);
    expect((await run(['auth', 'list'])).stdout).toContain('studio');
    const status = await run(['auth', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ profile: 'studio', key: 'stored' });
    const everything = [login, status, await run(['auth', 'list', '--json']), await run(['models', '-v'])];
    expect(JSON.stringify(everything)).not.toContain('sbx_studio');
    const refused = await run(['auth', 'login', '--profile', 'other', '--base-url', served.base_url], {
      stdin: 'bad',
    });
    expect(refused.code).toBe(3);
    expect((await run(['auth', 'list', '-q'])).stdout).not.toContain('other');
    expect((await run(['auth', 'logout', 'studio'])).code).toBe(0);
    expect((await run(['auth', 'status'])).code).toBe(3);
  });
});
