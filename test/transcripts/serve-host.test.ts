import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

const ownKey = 'a-key_that-nobody-has-yet';
const accountsKey = 'sbx_studio-4f0c1e7b9a2d';
const env = { GENCTL_SANDBOX_KEY: ownKey };
/** An address of this machine by which others reach it. */
const address =
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';

interface Asked {
  key?: string;
  method?: string;
  body?: object;
  /** The address that is connected to; this machine's own where none is named. */
  at?: string;
}

/** The members of answers that are looked at here. */
interface Answer {
  id?: string;
  data?: unknown[];
  outputs?: { url: string }[];
}

/** The status and the JSON of an answer that comes over a socket of this machine's address, to a request by a name. */
function ask(
  url: string,
  { at = address, body, key, method = 'GET' }: Asked = {},
): Promise<{ status: number; body: Answer }> {
  const { host, pathname, port } = new URL(url);
  const headers = {
    Host: host,
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' }),
  };
  return new Promise((resolve, reject) => {
    request({ host: at, port, path: pathname, method, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {} });
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

describe('the service for other machines', () => {
  it('answers at this machine’s address, by the names that it was given, to its own key', async () => {
    const words = ['--host', '0.0.0.0', '--allow-host', 'studio.test'];
    const { account } = await serveSandbox(temporaryFolder('genctl-'), { words, env });
    const { GENCTL_API_KEY: shown, GENCTL_BASE_URL: base } = account;
    const { port } = new URL(base);
    expect([new URL(base).hostname, shown]).toEqual(['studio.test', null]);
    const models = (name: string, key?: string) =>
      ask(`http://${name}:${port}/v2/models`, { ...(key !== undefined && { key }) });
    expect((await models('studio.test', ownKey)).status).toBe(200);
    expect((await models('localhost', ownKey)).status).toBe(200);
    expect((await models('evil.test', ownKey)).status).toBe(403);
    for (const key of [undefined, 'sbx_local', 'sbx_studio', ownKey.slice(0, -1), `${ownKey}2`])
      expect((await models('studio.test', key)).status).toBe(401);
    expect((await ask(`${base}/healthz`)).status).toBe(200);
    const requests = `${base}/_sandbox/requests`;
    expect((await ask(requests, { key: 'sbx_local' })).status).toBe(401);
    expect((await ask(requests, { key: ownKey })).body.data?.length).toBeGreaterThan(1);
  });

  it.each([
    ['of this machine', address],
    ['of loopback, behind a tunnel', '127.0.0.1'],
  ])(
    'gives a job and its file under its name at an address %s, and calls no port back that it was not told',
    async (_, at) => {
      const home = temporaryFolder('genctl-');
      const accounts = join(home, 'accounts.json');
      writeFileSync(accounts, JSON.stringify({ [accountsKey.slice('sbx_'.length)]: {} }));
      const words = ['--host', at, '--allow-host', 'studio.test', '--accounts', accounts];
      const { account } = await serveSandbox(home, { words, env });
      const callback_url = 'http://127.0.0.1:9/called';
      const input = { prompt: 'a fox', size: '96x64' };
      const submitted = await ask(`${account.GENCTL_BASE_URL}/v2/jobs`, {
        method: 'POST',
        at,
        key: accountsKey,
        body: { model: 'vendor-a/image-1', input, callback_url },
      });
      expect(submitted.status).toBe(202);
      const poll = `${account.GENCTL_BASE_URL}/v2/jobs/${submitted.body.id}`;
      expect((await ask(poll, { at, key: ownKey })).status).toBe(404);
      const output = (await ask(poll, { at, key: accountsKey })).body.outputs?.[0]?.url ?? '';
      expect(new URL(output).hostname).toBe('studio.test');
      expect((await ask(output, { at })).status).toBe(200);
      expect((await ask(output.replace('studio.test', 'evil.test'), { at })).status).toBe(403);
      const callback = join(home, 'served', 'sandbox', 'callbacks', submitted.body.id ?? '');
      await vi.waitFor(() =>
        expect(JSON.parse(readFileSync(callback, 'utf8'))).toMatchObject({
          state: 'other_port',
          attempts: 0,
        }),
      );
    },
  );

  it('takes its own key alone on this machine too', async () => {
    const { account } = await serveSandbox(temporaryFolder('genctl-'), { env });
    const { run } = newHome();
    const models = (key: string) =>
      run(['models', '-q'], { env: { GENCTL_BASE_URL: account.GENCTL_BASE_URL, GENCTL_API_KEY: key } });
    expect((await models('sbx_local')).code).toBe(3);
    expect((await models(ownKey)).code).toBe(0);
  });

  const { home, run } = newHome();
  const short = join(home, 'short.json');
  writeFileSync(short, '{"studio": {}}');

  it.each([
    [['--host', '0.0.0.0', '--allow-host', 'studio.test'], '', 'sandbox_key_missing'],
    [['--allow-host', 'studio.test'], '', 'sandbox_key_missing'],
    [['--host', '0.0.0.0'], ownKey, 'missing_flag'],
    [[], 'sbx_short', 'invalid_environment'],
    [['--accounts', short], ownKey, 'sandbox_key_short'],
    [['--allow-host', 'http://studio.test'], ownKey, 'invalid_flag'],
  ])('refuses %j with the key %j', async (words, key, code) => {
    const ended = await run(['sandbox', 'serve', ...words, '--json'], { env: { GENCTL_SANDBOX_KEY: key } });
    expect([ended.code, errorOf(ended).code]).toEqual([2, code]);
    expect(ended.stderr).not.toContain(ownKey);
  });
});
