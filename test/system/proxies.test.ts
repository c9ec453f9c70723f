import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startStoreDouble } from '../stores/store-double.ts';
import { newHome } from '../transcripts/genctl.ts';
import { startBrokenProxy } from './fixtures/between/broken-proxy.ts';
import { freePort } from './fixtures/between/daemon.ts';
import { createTypist, doEachThing, uploadTwice } from './fixtures/between/journey.ts';
import {
  apiHost,
  cdnHost,
  hostsLine,
  serveOverTls,
  storeHost,
  uploadHost,
} from './fixtures/between/service-over-tls.ts';
import { askForPassword, type ProxyDaemon, startSquid } from './fixtures/between/squid.ts';
import { startTinyproxy } from './fixtures/between/tinyproxy.ts';

const prompt = ['a fox', '-m', 'vendor-a/image-1', '--no-probe'];

/** A home whose account is the service over TLS, with an object store beside it, and a way to run with a proxy. */
async function atService() {
  const { home, run } = newHome();
  const store = await startStoreDouble();
  onTestFinished(() => store.close());
  const service = await serveOverTls(home, { store });
  const through = (proxy: string, words: readonly string[], more: Record<string, string> = {}) =>
    run(words, { env: { ...service.account, HTTPS_PROXY: proxy, ...more }, ownProcess: true });
  return { home, run, service, store, through };
}

type AtService = Awaited<ReturnType<typeof atService>>;

/** The rules that Debian's Squid begins with: a tunnel leads to a port of TLS alone. */
const tunnelsToTls = ({ service }: AtService): string =>
  `acl tls port ${service.port}\nhttp_access deny CONNECT !tls`;

const proxies: [name: string, start: (there: AtService) => Promise<ProxyDaemon>][] = [
  ['Squid', (there) => startSquid(tunnelsToTls(there))],
  ['tinyproxy', ({ service }) => startTinyproxy(`ConnectPort ${service.port}`)],
];

describe.each(proxies)('through %s', (_, start) => {
  it('each command that goes out reaches the service, its files, an upload and a store', async () => {
    const there = await atService();
    const { home, service, store, through } = there;
    const proxy = await start(there);
    const uri = `http://127.0.0.1:${proxy.port}`;
    const succeeds = createTypist((words) => through(uri, words, service.store));
    await doEachThing(home, succeeds);
    expect(await uploadTwice(home, succeeds)).toBe(`https://${uploadHost}:${service.port}/hero.png`);
    const draft = await succeeds(['draft', 'a fox runs', '-w', '-q', '-y']);
    await succeeds(['finalize', draft, '-D', 's3://shots/final']);
    await succeeds(['cancel', draft]);
    await succeeds(['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '--no-probe', '-q']);
    const shots = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '--batch', 'stored'];
    await succeeds([...shots, '-D', 's3://shots/batch', '-y']);
    expect([...store.objects.keys()].filter((name) => name.startsWith('batch/'))).toHaveLength(4);
    expect(store.violations).toEqual([]);
    await succeeds(['doctor']);
    const log = proxy.log();
    for (const host of [apiHost, cdnHost, uploadHost, storeHost])
      expect(log).toContain(`${host}:${service.port}`);
    expect(log).not.toContain(service.account.GENCTL_API_KEY);
  });

  it('a reference by http is looked at, without a tunnel', async () => {
    const there = await atService();
    const { service, through } = there;
    const proxy = await start(there);
    const uri = `http://127.0.0.1:${proxy.port}`;
    const link = `http://${uploadHost}:${service.plainPort}/hero.png`;
    const words = ['submit', 'a fox runs', '-m', 'vendor-a/video-1-i2v', '--first-frame', link, '-v'];
    for (const variable of ['HTTP_PROXY', 'http_proxy']) {
      const ended = await through(uri, words, { [variable]: uri });
      expect(ended).toMatchObject({ code: 0 });
      expect(ended.stderr).toMatch(/< 200 http:/);
    }
  });
});

describe('the variables of a proxy', () => {
  it('are read in either case, and no_proxy is kept to', async () => {
    const { home, run, service } = await atService();
    const hosts = join(home, 'hosts');
    writeFileSync(hosts, hostsLine);
    // A machine that knows the names itself, so that a way without the proxy leads there as well.
    const before = ['unshare', '--mount', 'sh', '-c', `mount --bind ${hosts} /etc/hosts && exec "$0" "$@"`];
    const { port, log } = await startSquid();
    const uri = `http://127.0.0.1:${port}`;
    const ways: [variables: Record<string, string>, api: boolean, files: boolean][] = [
      [{ HTTPS_PROXY: uri }, true, true],
      [{ https_proxy: `127.0.0.1:${port}`, HTTPS_PROXY: 'http://127.0.0.1:1' }, true, true],
      [{ https_proxy: '', HTTPS_PROXY: uri }, true, true],
      [{ HTTP_PROXY: uri, http_proxy: uri }, false, false],
      [{ HTTPS_PROXY: uri, NO_PROXY: '.genctl.test' }, false, false],
      [{ HTTPS_PROXY: uri, no_proxy: `localhost, ${cdnHost}:${service.port}` }, true, false],
      [{ HTTPS_PROXY: uri, no_proxy: `${apiHost}:443`, NO_PROXY: '*' }, true, true],
    ];
    let seen = 0;
    for (const [place, [variables, api, files]] of ways.entries()) {
      const env = { ...service.account, ...variables };
      const ended = await run(['submit', ...prompt, '-D', `out-${place}`], { env, before });
      expect({ variables, ...ended }).toMatchObject({ variables, code: 0 });
      const logged = log().slice(seen);
      seen += logged.length;
      const hostsSeen = { api: logged.includes(apiHost), files: logged.includes(cdnHost) };
      expect({ variables, ...hostsSeen }).toEqual({ variables, api, files });
    }
  });
});

describe('a proxy that lets the service through alone', () => {
  it('loses no file, and is named for a file and for a store', async () => {
    const { home, service, through } = await atService();
    const rules = `acl others dstdomain ${cdnHost} ${storeHost}\nhttp_access deny others`;
    const [closed, open] = [await startSquid(rules), await startSquid()];
    const uri = `http://127.0.0.1:${closed.port}`;
    const named = `127.0.0.1:${closed.port} (HTTPS_PROXY) lets no connection through`;
    const paid = await through(uri, ['submit', ...prompt, '-D', 'out']);
    expect(paid).toMatchObject({ code: 9, stderr: expect.stringContaining(named) });
    const refused = await through(uri, ['submit', ...prompt, '-D', 's3://shots/out'], service.store);
    expect(refused).toMatchObject({ code: 9, stdout: '', stderr: expect.stringContaining(named) });
    expect(service.sandbox.jobIds()).toHaveLength(1);
    const fetched = await through(`http://127.0.0.1:${open.port}`, ['sync', '-D', 'out']);
    expect(fetched).toMatchObject({ code: 0 });
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(1);
    expect(service.sandbox.jobIds()).toHaveLength(1);
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
