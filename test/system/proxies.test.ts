import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newHome } from '../transcripts/genctl.ts';
import { startBrokenProxy } from './fixtures/between/broken-proxy.ts';
import { freePort } from './fixtures/between/daemon.ts';
import { apiHost, cdnHost, serveOverTls } from './fixtures/between/service-over-tls.ts';
import { askForPassword, type ProxyDaemon, startSquid } from './fixtures/between/squid.ts';
import { startTinyproxy } from './fixtures/between/tinyproxy.ts';

const prompt = ['a fox', '-m', 'vendor-a/image-1', '--no-probe'];

/** A home whose account is the service over TLS, and a way to run with a proxy. */
async function atService() {
  const { home, run } = newHome();
  const service = await serveOverTls(home);
  const through = (proxy: string, words: readonly string[], more: Record<string, string> = {}) =>
    run(words, { env: { ...service.account, HTTPS_PROXY: proxy, ...more }, ownProcess: true });
  return { home, run, service, through };
}

const proxies: [name: string, start: () => Promise<ProxyDaemon>][] = [
  ['Squid', () => startSquid()],
  ['tinyproxy', () => startTinyproxy()],
];

describe.each(proxies)('through %s', (_, start) => {
  it('each command that goes out reaches the service and its files', async () => {
    const { home, service, through } = await atService();
    const proxy = await start();
    const uri = `http://127.0.0.1:${proxy.port}`;
    const succeeds = async (words: readonly string[], more: Record<string, string> = {}) => {
      const ended = await through(uri, words, more);
      expect({ words, ...ended }).toMatchObject({ words, code: 0 });
      return ended.stdout.trim();
    };
    await succeeds(['models', '--refresh']);
    await succeeds(['api', 'GET', '/v2/models']);
    const id = await succeeds(['submit', ...prompt, '-q']);
    await succeeds(['wait', id]);
    await succeeds(['status', id, '--exit-status']);
    await succeeds(['download', id, '-D', 'downloaded']);
    await succeeds(['sync', '-D', 'synced']);
    await succeeds(['cancel', id]);
    await succeeds(['rerun', id, '-y', '-D', 'again']);
    await succeeds(['doctor']);
    const draft = await succeeds(['draft', 'a fox runs', '-w', '-q', '-y']);
    await succeeds(['finalize', draft, '-D', 'final']);
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"s1","prompt":"one"}\n{"id":"s2","prompt":"two"}\n');
    await succeeds(['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '-D', 'batch', '-y']);
    expect(readdirSync(join(home, 'batch')).filter((name) => name.endsWith('.png'))).toHaveLength(2);
    const log = proxy.log();
    for (const host of [apiHost, cdnHost]) expect(log).toContain(`${host}:${service.port}`);
    expect(log).not.toContain(service.account.GENCTL_API_KEY);
  });
});

describe('a proxy that wants a password', () => {
  const users: [name: string, start: () => Promise<ProxyDaemon>, password: string][] = [
    ['Squid', () => startSquid(askForPassword('ann', 'p@ss')), 'p%40ss'],
    ['tinyproxy', () => startTinyproxy('BasicAuth ann pass'), 'pass'],
  ];

  it.each(users)('%s gets it, and is named where it is missing or wrong', async (_, start, password) => {
    const { through } = await atService();
    const { port } = await start();
    const at = (user: string): string => `http://${user}127.0.0.1:${port}`;
    const missing = await through(at(''), ['models']);
    expect(missing).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('asks for a name and a password'),
    });
    expect(missing.stderr).toContain('HTTPS_PROXY');
    const wrong = await through(at('ann:wrong@'), ['models']);
    expect(wrong).toMatchObject({ code: 9 });
    expect(wrong.stderr).toContain('does not accept the name and password');
    expect(wrong.stderr).not.toContain('wrong@');
    expect(await through(at(`ann:${password}@`), ['models'])).toMatchObject({ code: 0 });
  });
});

describe('a proxy that makes no connection', () => {
  it.each<[name: string, start: () => Promise<{ port: number }>, words: string]>([
    ['a rule of Squid', () => startSquid('http_access deny all'), 'lets no connection through'],
    ['a rule of tinyproxy', () => startTinyproxy('ConnectPort 22'), 'lets no connection through'],
    ['a parent that Squid lacks', () => startSquid('never_direct allow all'), 'answered 500'],
    ['nobody who listens', async () => ({ port: await freePort() }), 'the connection was refused'],
    ['one that hangs up', () => startBrokenProxy((socket) => socket.end()), 'closed the connection'],
    [
      'one that resets',
      () => startBrokenProxy((socket) => socket.resetAndDestroy()),
      'the connection was reset',
    ],
    ['a page', () => startBrokenProxy((socket) => socket.end(page)), 'lets no connection through'],
    ['a page after 200', () => startBrokenProxy((socket) => socket.end(pageAsTunnel)), 'TLS'],
  ])('%s is named', async (_, start, words) => {
    const { through } = await atService();
    const { port } = await start();
    const ended = await through(`http://127.0.0.1:${port}`, ['models']);
    expect(ended.code).toBe(9);
    expect(ended.stderr).toContain(`127.0.0.1:${port} (HTTPS_PROXY)`);
    expect(ended.stderr).toContain(words);
    expect(ended.stderr).toContain('nothing was sent');
  });

  it('is asked six times at most for a submit, beside four for the list of models, and leaves nothing open', async () => {
    const { through } = await atService();
    const proxy = await startBrokenProxy((socket) => socket.end());
    const ended = await through(`http://127.0.0.1:${proxy.port}`, ['submit', ...prompt]);
    expect(ended).toMatchObject({ code: 9, stderr: expect.stringContaining('nothing was sent') });
    expect(proxy.asked()).toBeLessThanOrEqual(4 + 6);
    expect(await through('', ['recover'])).toMatchObject({ code: 0 });
  });

  it('ends after ten seconds of silence', async () => {
    const { through } = await atService();
    const proxy = await startBrokenProxy(() => {});
    const ended = await through(`http://127.0.0.1:${proxy.port}`, ['status', 'job_1', '--json']);
    expect(ended).toMatchObject({ code: 9, stderr: expect.stringContaining('did not answer within 10 s') });
  });

  it.each([
    ['nonsense', 'the proxy nonsense (HTTPS_PROXY)', 'its name does not exist'],
    ['http://', 'HTTPS_PROXY', 'holds no URL of a proxy'],
    ['127.0.0.1:99999', 'HTTPS_PROXY', 'holds no URL of a proxy'],
    ['socks5://127.0.0.1:1080', '127.0.0.1:1080', 'neither http nor https'],
  ])('%s in the variable is named', async (value, named, words) => {
    const { through } = await atService();
    const ended = await through(value, ['models']);
    expect(ended.code).toBe(9);
    expect(ended.stderr).toContain(named);
    expect(ended.stderr).toContain(words);
  });
});

const page =
  'HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\ncontent-length: 22\r\n\r\n<title>Blocked</title>';
const pageAsTunnel = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<title>Sign in</title>';
