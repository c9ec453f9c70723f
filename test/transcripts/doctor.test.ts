import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface Item {
  name: string;
  status: string;
  message: string;
  fix: string | null;
}

const names = [
  'node',
  'home',
  'settings',
  'project',
  'prices',
  'account',
  'service',
  'clock',
  'ledger',
  'files',
  'terminal',
];

/** The items of a document, by name; each that is not well says what mends it. */
function itemsOf(ended: Ended): Record<string, Item> {
  const { schema, items } = JSON.parse(ended.stdout) as { schema: string; items: Item[] };
  expect(schema).toBe('genctl.doctor/v1');
  expect(items.map(({ name }) => name)).toEqual(names);
  for (const { status, fix } of items) expect(fix === null).toBe(status === 'ok');
  return Object.fromEntries(items.map((item) => [item.name, item]));
}

/** A service that says its clock is elsewhere, and takes one key. */
const service = createServer((request, response) => {
  const accepted = request.headers.authorization === 'Bearer good-key';
  response.writeHead(accepted ? 200 : 401, {
    'content-type': 'application/json',
    date: new Date(Date.now() - 600_000).toUTCString(),
  });
  response.end(accepted ? '[{"id":"vendor-a/image-1"}]' : '{"error":{"message":"no"}}');
});
const listening = new Promise<string>((done) => {
  service.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(service.address() as AddressInfo).port}`));
});
afterAll(() => service.close());

describe('doctor', () => {
  it('finds nothing wrong with the sandbox, and makes nothing', async () => {
    const { home, run } = newHome();
    const ended = await run(['doctor', '--sandbox', '--json']);
    expect(ended.code).toBe(0);
    expect(Object.values(itemsOf(ended)).map(({ status }) => status)).toEqual(names.map(() => 'ok'));
    expect(itemsOf(ended).service?.message).toMatch(/^answered in \d+ ms; \d+ models$/);
    expect(existsSync(join(home, 'genctl', 'ledger'))).toBe(false);
    expect((await run(['doctor', '--sandbox'])).stdout.split('\n')[0]).toMatch(/^node\tok\t/);
  });

  it('counts the rows of the price list, and fails by the lines that can’t be read', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'));
    const path = join(home, 'genctl', 'prices.csv');
    const list = (line: string) => writeFileSync(path, `model,per,usd\n${line}\nvendor-a/image-1,output,\n`);
    const prices = async () => {
      const ended = await run(['doctor', '--sandbox', '--json']);
      return [ended.code, itemsOf(ended).prices];
    };
    list('vendor-b/video-2.5,second,0.1');
    expect(await prices()).toMatchObject([
      0,
      { status: 'ok', message: `1 price in ${path}; 1 row without one` },
    ]);
    list('vendor-b/video-2.5,second,free');
    const message = expect.stringContaining('Line 2: usd is "free"');
    const fix = 'correct the file, then check it with genctl config prices';
    expect(await prices()).toMatchObject([2, { status: 'fail', message, fix }]);
    rmSync(path);
    mkdirSync(path);
    expect(await prices()).toMatchObject([2, { status: 'fail', message: expect.stringContaining(path) }]);
  });

  it('works without an account, and names both ways on', async () => {
    const { run } = newHome();
    const ended = await run(['doctor', '--json']);
    expect(ended.code).toBe(0);
    const { account, service: away } = itemsOf(ended);
    expect(account).toMatchObject({ status: 'warn', fix: expect.stringMatching(/auth login.*--sandbox/) });
    expect(away).toMatchObject({ status: 'warn', message: 'not checked' });
    expect((await run(['doctor', '-q'])).stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'account',
      'service',
      'clock',
      '',
    ]);
  });

  it('tries the key, reads the service’s clock, and never shows the key', async () => {
    const { run } = newHome();
    const env = { GENCTL_BASE_URL: await listening, GENCTL_API_KEY: 'good-key' };
    const ended = await run(['doctor', '--json'], { env });
    expect(ended.code, ended.stdout).toBe(0);
    const { account, clock, service: there } = itemsOf(ended);
    expect(account?.message).toContain('GENCTL_API_KEY');
    expect(there?.status).toBe('ok');
    expect(clock).toMatchObject({ status: 'warn', message: expect.stringMatching(/ahead of the service/) });
    const refused = await run(['doctor', '--json'], { env: { ...env, GENCTL_API_KEY: 'bad-key' } });
    expect(refused.code).toBe(3);
    expect(itemsOf(refused).service).toMatchObject({
      status: 'fail',
      fix: `set GENCTL_API_KEY to a key of ${env.GENCTL_BASE_URL}`,
    });
    const verbose = await run(['doctor', '--verbose'], { env });
    expect(JSON.stringify([ended, refused, verbose])).not.toMatch(/(good|bad)-key/);
  });

  it('ends as the first failure would', async () => {
    const { run } = newHome();
    const away = { GENCTL_BASE_URL: 'http://127.0.0.1:9', GENCTL_API_KEY: 'k' };
    const unreachable = await run(['doctor', '--json'], { env: away });
    expect(unreachable.code).toBe(9);
    expect(itemsOf(unreachable)).toMatchObject({
      service: {
        status: 'fail',
        fix: 'check the base URL: genctl auth list, or GENCTL_BASE_URL where it is set',
      },
      clock: { status: 'warn' },
    });
    expect(errorOf(unreachable)).toMatchObject({
      exit_code: 9,
      message: itemsOf(unreachable).service?.message,
    });
    const unknown = await run(['doctor', '--profile', 'nope', '--json']);
    expect(unknown.code).toBe(2);
    expect(itemsOf(unknown).account).toMatchObject({ status: 'fail' });
    expect((await run(['doctor', '--json'], { env: { GENCTL_API_KEY: 'k' } })).code).toBe(2);
  });

  it('works with broken settings, and with a broken project file', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'), { mode: 0o700 });
    writeFileSync(join(home, 'genctl', 'config.json'), '{"settings": ', { mode: 0o600 });
    const settings = await run(['doctor', '--json']);
    expect(settings.code).toBe(14);
    expect(itemsOf(settings)).toMatchObject({
      settings: { status: 'fail', fix: expect.stringContaining('config.json') },
      account: { status: 'warn', fix: 'fix the settings first' },
      ledger: { status: 'ok' },
    });
    writeFileSync(join(home, 'genctl', 'config.json'), '{"settings": {"concurrency": "many"}}');
    writeFileSync(join(home, '.genctl.json'), '{"base_url": "https://example.com"}');
    const both = await run(['doctor', '--json']);
    expect(both.code).toBe(2);
    expect(itemsOf(both)).toMatchObject({ settings: { status: 'fail' }, project: { status: 'fail' } });
  });

  it('sees a home that others may look into, settings that others may read, and a home that is none', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'));
    chmodSync(join(home, 'genctl'), 0o755);
    writeFileSync(join(home, 'genctl', 'config.json'), '{}');
    chmodSync(join(home, 'genctl', 'config.json'), 0o644);
    const open = itemsOf(await run(['doctor', '--json']));
    expect(open).toMatchObject({
      home: { status: 'warn', fix: expect.stringContaining('chmod 700') },
      settings: { status: 'warn', fix: expect.stringContaining('chmod 600') },
    });
    const none = await run(['doctor', '--json'], {
      env: { GENCTL_HOME: join(home, 'genctl', 'config.json') },
    });
    expect(none.code).toBe(14);
    expect(itemsOf(none).home).toMatchObject({ status: 'fail' });
  });

  it('counts what the ledger has, torn records and submits without an answer', async () => {
    const { home, run } = newHome();
    await run(['submit', 'a red fox', '-m', 'vendor-a/image-1', '--sandbox', '-q']);
    const done = join(home, 'genctl', 'ledger', 'done');
    const month = join(done, readdirSync(done)[0] ?? '');
    expect(itemsOf(await run(['doctor', '--json'])).ledger?.message).toContain('1 job,');
    writeFileSync(join(month, 'job_torn.json'), '{');
    const torn = itemsOf(await run(['doctor', '--json'])).ledger;
    expect(torn).toMatchObject({ status: 'warn', message: expect.stringContaining('1 damaged record') });
    expect(existsSync(join(month, 'job_torn.json'))).toBe(true);
    writeFileSync(join(month, 'job_newer.json'), '{"schema": 99}');
    const newer = await run(['doctor', '--json']);
    expect(newer.code).toBe(14);
    expect(itemsOf(newer).ledger).toMatchObject({ status: 'fail', fix: expect.stringContaining('npm') });
  });
});
