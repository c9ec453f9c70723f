import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

const good = ['submit', 'fox', '-m', 'vendor-a/image-1', '--sandbox'];

/** On a person's side: what happened, why, and what mends it. */
function threeParts({ stderr }: Ended): void {
  const lines = stderr.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^(✗|x) \S/);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.at(-1)).toMatch(/^ {2}(→|->) \S/);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describe('bad input', () => {
  const { home, run } = newHome();
  writeFileSync(join(home, 'list.json'), '[1, 2]');
  writeFileSync(join(home, 'broken.json'), '{"prompt": "x",}');

  it.each<[string, string[], number]>([
    ['an unknown flag', ['submit', 'fox', '--durration', '5'], 2],
    ['a flag without its value', ['submit', 'fox', '--model'], 2],
    ['JSON that breaks', [...good, '--input', '@broken.json'], 2],
    ['a file that is not there', [...good, '--prompt', '@missing.txt'].filter((word) => word !== 'fox'), 2],
    [
      'a request that breaks rules',
      ['submit', 'x', '-m', 'vendor-b/video-2.5', '--duration', '31', '--sandbox'],
      2,
    ],
    ['an unknown profile', ['models', '--profile', 'nope'], 2],
    ['http off loopback', ['models', '--base-url', 'http://example.com'], 2],
    ['no account', ['submit', 'fox', '-m', 'vendor-a/image-1'], 3],
    ['a job that is not there', ['show', '@last'], 11],
  ])('%s is told in three parts', async (_, words, exit) => {
    const env = exit === 2 && words.includes('--base-url') ? { GENCTL_API_KEY: 'k' } : {};
    const ended = await run(words, { env });
    expect(ended.code, ended.stderr).toBe(exit);
    expect(ended.stdout).toBe('');
    threeParts(ended);
    const json = await run(['--json', ...words], { env });
    expect(json.code).toBe(exit);
    expect(errorOf(json)).toMatchObject({
      exit_code: exit,
      message: expect.any(String),
      hint: expect.any(String),
    });
    // Nothing was sent, and no intent is left behind.
    for (const kept of ['ledger', 'sandbox']) expect(existsSync(join(home, 'genctl', kept))).toBe(false);
  });
});

describe('a store that can not be used', () => {
  it('stops a submit before anything is sent, and ends 14', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'genctl'), 'a file where the folder should be');
    const ended = await run([...good]);
    expect(ended.code, ended.stderr).toBe(14);
    threeParts(ended);
    expect(readFileSync(join(home, 'genctl'), 'utf8')).toBe('a file where the folder should be');
  });

  it.each(['jobs', 'submit fox -m vendor-a/image-1 --sandbox', 'config set timeout 1m', 'auth list'])(
    'below a file ends “%s” with 14',
    async (line) => {
      const { home, run } = newHome();
      writeFileSync(join(home, 'file'), '');
      const ended = await run(line.split(' '), { env: { GENCTL_HOME: join(home, 'file', 'far', 'below') } });
      expect(ended.code, ended.stderr).toBe(14);
      threeParts(ended);
    },
  );
});
