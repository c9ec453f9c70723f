import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clockOfHome, copyHome, filesIn } from '../store/fixtures/home-0.1/copy-home.ts';
import { faultsIn01 } from '../store/fixtures/home-0.1/fields-of-0.1.ts';
import { newHome } from './genctl.ts';

const picture = ['-m', 'vendor-a/image-1', '--set', 'size=64x64', '--sandbox'];
const clip = ['-m', 'vendor-b/video-2.5', '--duration', '4', '--resolution', '480p', '--sandbox'];

const shapes = { open: 'intent', done: 'record', keys: 'settled', refused: 'refused' } as const;

/** What a 0.1 would take for torn in a home, and how many records of each kind it was asked about. */
function seenBy01(home: string) {
  const faults: string[] = [];
  const seen = { intent: 0, record: 0, settled: 0, refused: 0, profile: 0 };
  const ledger = join(home, 'genctl', 'ledger');
  for (const file of filesIn(ledger).filter((path) => path.endsWith('.json'))) {
    const kind = /(open|keys|refused)\/[^/]+$/.exec(file)?.[1] ?? 'done';
    const shape = shapes[kind as keyof typeof shapes];
    seen[shape] += 1;
    faults.push(...faultsIn01(JSON.parse(readFileSync(file, 'utf8')), shape, file.slice(ledger.length)));
  }
  const config = JSON.parse(readFileSync(join(home, 'genctl', 'config.json'), 'utf8'));
  for (const [name, profile] of Object.entries(config.profiles)) {
    seen.profile += 1;
    faults.push(...faultsIn01(profile, 'profile', name));
  }
  return { faults, seen };
}

/** A service that knows a model, and answers no submit. */
const silent = createServer((request, response) => {
  if (request.method !== 'GET') return;
  response.setHeader('content-type', 'application/json').end('[{"id":"vendor-a/image-1"}]');
});
const silentUrl = new Promise<string>((done) => {
  silent.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`));
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

describe('a 0.1 on the same home', () => {
  it('takes no record of this version for torn', async () => {
    const { home, run } = newHome();
    const baseUrl = await silentUrl;
    for (const [words, exit, stdin] of [
      [['auth', 'login', '--base-url', baseUrl, '--profile', 'studio'], 0, 'sk-test-studio\n'],
      [['submit', 'a fox', ...picture, '--once', 'hero', '-D', 'out'], 0],
      [['submit', 'two foxes', ...picture, '--once', 'hero', '--revise', '--count', '2', '-w'], 0],
      [['submit', 'sandbox:out_of_balance a fox', ...picture], 15],
      [['submit', 'sandbox:fails_twice a fox', ...picture, '--attempts', '3', '-w'], 0],
      [['submit', 'sandbox:canceled a fox', ...clip, '-w'], 6],
      [['submit', 'a tram', ...clip, '--api', 'v1', '--once', 'tram', '-w'], 0],
      [['submit', 'a fox', '-m', 'spicy/video-2-5', '--sandbox', '-w'], 0],
      [['submit', 'a light', '-m', 'vendor-b/image-1', '--sync', '--sandbox'], 0],
      [['draft', 'a fox', '--duration', '4', '--takes', '2', '--once', 'takes', '--sandbox', '-w'], 0],
      [['finalize', '@last', '--sandbox'], 0],
    ] as [string[], number, string?][]) {
      const ended = await run(words, { stdin: stdin ?? '' });
      expect(ended.code, `${words.join(' ')}\n${ended.stderr}`).toBe(exit);
    }
    const ofVariables = { GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: 'sk-test-environment' };
    for (const [name, env] of Object.entries<Record<string, string>>({
      studio: {},
      variables: ofVariables,
    })) {
      for (const words of [['--once', `lost-${name}`], [], ['--api', 'v1', '--route', 'tasks']]) {
        const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--verbose', '--no-preflight', ...words];
        const killed = await run(submit, {
          env,
          onStderr: (stderr, kill) => {
            if (stderr.includes('> POST')) kill('SIGKILL');
          },
        });
        expect(killed.code, killed.stderr).toBe(null);
      }
    }
    const { faults, seen } = seenBy01(home);
    expect(faults).toEqual([]);
    expect(seen).toEqual({ intent: 6, record: 12, settled: 7, refused: 1, profile: 1 });
  });

  it('can go on with its own records once this version has worked on them', async () => {
    const { home, run } = newHome();
    copyHome(home, await silentUrl);
    const before = seenBy01(home);
    expect(before.faults).toEqual([]);
    const env = clockOfHome();
    for (const words of [
      ['jobs', '--refresh', '--sandbox'],
      ['wait', '--all', '--sandbox', '--timeout', '1s'],
      ['download', '@last', '--sandbox', '-D', 'out'],
      ['auth', 'set', 'model', 'vendor-a/image-1', '--profile', 'vault'],
      ['config', 'set', 'timeout', '30m'],
    ]) {
      await run(words, { env });
    }
    const { faults, seen } = seenBy01(home);
    expect(faults).toEqual([]);
    expect(seen).toEqual(before.seen);
  });

  it('is told apart by the fields that it demands', () => {
    const intent = { schema: 1, idempotency_key: 'key', api: 'v2' };
    expect(faultsIn01(intent, 'intent')).toContain('intent.route is not text: undefined');
    expect(faultsIn01({ ...intent, schema: 2 }, 'intent')).toContain('intent has schema 2');
  });
});
