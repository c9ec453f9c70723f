import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onLoopback } from './fixtures/on-loopback.ts';
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
const service: RequestListener = (request, response) => {
  const accepted = request.headers.authorization === 'Bearer good-key';
  response.writeHead(accepted ? 200 : 401, {
    'content-type': 'application/json',
    date: new Date(Date.now() - 600_000).toUTCString(),
  });
  response.end(accepted ? '[{"id":"vendor-a/image-1"}]' : '{"error":{"message":"no"}}');
};

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
    const env = { GENCTL_BASE_URL: await onLoopback(service), GENCTL_API_KEY: 'good-key' };
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
});
