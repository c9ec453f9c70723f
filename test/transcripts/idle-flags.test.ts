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

  it.each([
    ['job', ['--api', 'v2']],
    ['task', ['--api', 'v1', '--route', 'tasks']],
    ['prepared', ['--route', 'spicy']],
  ] as const)('a %s may be told what is known: %j', async (kind, flags) => {
    const ended = await run(['status', (await made)[kind], ...flags, '--json']);
    expect(ended.code, ended.stderr).toBe(0);
  });

  it('a route of v1 on v2 is refused of a job that is not known, too', async () => {
    const ended = await run([
      'status',
      'cgt-elsewhere',
      '--api',
      'v2',
      '--route',
      'tasks',
      '--sandbox',
      '--json',
    ]);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code: 'flag_conflict' });
  });

  it('a dry run is printed as a command line or as a document', async () => {
    const ended = await run([...picture, '--dry-run', '--curl', '--sandbox']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(ended)).toMatchObject({ code: 'flag_conflict' });
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

  it('--sandbox names an account to auth as --profile does, and none is forgotten in its place', async () => {
    for (const words of [
      ['logout'],
      ['login'],
      ['set', 'model', 'x'],
      ['use', 'studio'],
      ['logout', 'studio'],
    ]) {
      const ended = await run(['auth', ...words, '--sandbox', '--json'], { stdin: 'sbx_key' });
      expect(ended.code, words.join(' ')).toBe(2);
    }
    expect((await run(['auth', 'list', '-q'])).stdout).toContain('studio');
  });

  it('takes that would share a key are refused before the first is paid for', async () => {
    const before = (await run(['jobs', '-q'])).stdout;
    const ended = await run([
      'draft',
      'a fox',
      '--takes',
      '2',
      '--idempotency-key',
      'mine',
      '--sandbox',
      '--json',
    ]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect((await run(['jobs', '-q'])).stdout).toBe(before);
  });
});
