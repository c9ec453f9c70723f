import { describe, expect, it } from 'vitest';
import { knowAccount } from './fixtures/known-account.ts';
import { errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--json'];

describe('flags against what is known', () => {
  const { home, run } = newHome();
  const made: Promise<{ job: string; task: string; prepared: string }> = (async () => {
    const idOf = async (words: string[]): Promise<string> => {
      const ended = await run([...words, '--sandbox']);
      expect(ended.code, ended.stderr).toBe(0);
      const document = JSON.parse(ended.stdout);
      return document.id ?? document.items[0].id;
    };
    return {
      job: await idOf(picture),
      task: await idOf(['draft', 'a fox', '--api', 'v1', '--json']),
      prepared: await idOf([
        'refs',
        'image 1',
        '-m',
        'spicy/video-2-5',
        '--ref-image',
        'https://example.com/a.png',
        '--json',
      ]),
    };
  })();

  it.each([
    ['job', ['--api', 'v1', '--route', 'images'], '--route images'],
    ['job', ['--api', 'v1'], '--api v1'],
    ['task', ['--api', 'v2'], '--api v2'],
    ['task', ['--route', 'spicy'], '--route spicy'],
    ['prepared', ['--route', 'tasks'], '--route tasks'],
  ] as const)('a %s of the ledger is not looked at by %j', async (kind, flags, said) => {
    const id = (await made)[kind];
    for (const command of ['status', 'wait', 'cancel', 'download', 'show']) {
      const ended = await run([command, id, ...flags, '--json']);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(errorOf(ended).message).toBe(`${id} is not a job of ${said}`);
    }
  });

  it('an account that is named leaves its own jobs, in the list and where all are waited for', async () => {
    const { job } = await made;
    knowAccount(home, 'studio', { base_url: 'http://127.0.0.1:9', api_key: 'sbx_key' });
    expect(JSON.parse((await run(['jobs', '--profile', 'studio', '--json'])).stdout).items).toEqual([]);
    expect((await run(['jobs', '--sandbox', '-q'])).stdout).toContain(job);
    const waited = await run(['wait', '--all', '--profile', 'studio', '--json']);
    expect(waited.code, waited.stderr).toBe(0);
    expect(JSON.parse(waited.stdout).items).toEqual([]);
  });
});
