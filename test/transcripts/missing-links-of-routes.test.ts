import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

describe('a sandbox whose answers lack the links of files', () => {
  const task = ['-m', 'vendor-b/video-2.5', '--duration', '4', '--resolution', '480p', '--api', 'v1'];
  const picture = ['submit', 'fox', '-m', 'vendor-a/image-1', '--count', '2'];

  async function newSandbox() {
    const { home, run } = newHome();
    const { account } = await serveSandbox(home);
    const on = (...words: string[]) => run(words, { env: account });
    /** Asks for one of the sandbox's own paths. */
    async function control(method: string, path: string, body?: object): Promise<void> {
      const headers = {
        authorization: `Bearer ${account.GENCTL_API_KEY}`,
        'content-type': 'application/json',
      };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      expect((await fetch(`${account.GENCTL_BASE_URL}/_sandbox/${path}`, init)).ok).toBe(true);
    }
    return { control, home, on };
  }

  it.each([
    ['v2', picture, 2],
    ['tasks', ['submit', 'fox', ...task, '--return-last-frame'], 2],
    ['images', ['submit', 'fox', '-m', 'vendor-b/image-1', '--api', 'v1', '--route', 'images'], 1],
    ['spicy', ['submit', 'fox', ...task, '--route', 'spicy'], 1],
    ['refs', ['refs', 'fox', ...task.slice(0, -2), '--ref-image', 'https://example.com/fox.png'], 1],
  ])('on %s owes its files until they are there', async (_, words, files) => {
    const { control, home, on } = await newSandbox();
    await control('POST', 'faults', { links: 'missing' });
    const submitted = await on(...words, '-w', '-q');
    expect(submitted.code, submitted.stderr).toBe(0);
    for (const _ of [1, 2]) {
      const synced = await on('sync', '-D', 'out', '--json');
      expect(synced.code, synced.stderr).toBe(14);
      expect(JSON.parse(synced.stdout).items).toMatchObject([{ outputs_missing: files }]);
    }
    await control('DELETE', 'faults');
    const synced = await on('sync', '-D', 'out', '-q');
    expect(synced.code, synced.stderr).toBe(0);
    expect(synced.stdout.trim().split('\n')).toHaveLength(files);
    expect(readdirSync(join(home, 'out')).filter((name) => !name.endsWith('.json'))).toHaveLength(files);
    expect((await on('sync', '-D', 'out')).stderr).toContain('is here');
  });
});
