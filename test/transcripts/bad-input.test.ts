import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    ['an unknown command', ['sumbit', 'fox'], 2],
    ['a flag without its value', ['submit', 'fox', '--model'], 2],
    ['a value that is no number', [...good, '--duration', 'five'], 2],
    ['a value outside the choices', [...good, '--color', 'blue'], 2],
    [
      'a value that the model does not take',
      ['submit', 'x', '-m', 'vendor-b/video-2.5', '--ratio', '2:1', '--sandbox'],
      2,
    ],
    ['a flag in place of a value', [...good, '--ratio', '--dry-run'], 2],
    ['JSON that breaks', [...good, '--input', '@broken.json'], 2],
    ['JSON that is no object', [...good, '--body', '@list.json'], 2],
    ['a file that is not there', [...good, '--prompt', '@missing.txt'].filter((word) => word !== 'fox'), 2],
    [
      'a body of the wrong type',
      ['submit', '--body', '{"model":"vendor-a/image-1","input":"x"}', '--sandbox'],
      2,
    ],
    [
      'a request that breaks rules',
      ['submit', 'x', '-m', 'vendor-b/video-2.5', '--duration', '31', '--sandbox'],
      2,
    ],
    ['a prompt that is empty', ['submit', '', '-m', 'vendor-a/image-1', '--sandbox'], 2],
    ['a prompt that begins with a dash', ['submit', '-m', 'vendor-a/image-1', '-x y', '--sandbox'], 2],
    ['an unknown profile', ['models', '--profile', 'nope'], 2],
    ['http off loopback', ['models', '--base-url', 'http://example.com'], 2],
    ['a user name in the base URL', ['models', '--base-url', 'https://me:pw@example.com'], 2],
    ['no account', ['submit', 'fox', '-m', 'vendor-a/image-1'], 3],
    ['a job that is not there', ['show', '@last'], 11],
    ['a model that is not there', ['models', 'vendor-b/video-2.6', '--sandbox'], 11],
    ['a template that leads elsewhere', [...good, '--name', '../{id}.{ext}'], 2],
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

  it('shows every finding of a request at once', async () => {
    const words = [
      'submit',
      'x',
      '-m',
      'vendor-b/video-2.5',
      '--duration',
      '31',
      '--set',
      'n=2',
      '--resolution',
      '4k',
    ];
    const { stderr } = await run([...words, '--sandbox']);
    for (const part of ['--duration 5', '--set n', '--resolution 720p', '480p'])
      expect(stderr).toContain(part);
  });

  it('with --no-preflight is the service’s to refuse', async () => {
    const { run } = newHome();
    const words = [
      'submit',
      'x',
      '-m',
      'vendor-b/video-2.5',
      '--resolution',
      '4k',
      '--no-preflight',
      '--sandbox',
      '--json',
    ];
    const ended = await run(words);
    expect(ended.code).toBe(10);
    expect(errorOf(ended)).toMatchObject({ code: 'invalid_input' });
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

  it.each([
    'jobs',
    'show @last',
    'submit fox -m vendor-a/image-1 --sandbox',
    'recover',
    'costs',
    'wait --all',
    'config set timeout 1m',
    'auth list',
    'sandbox reset --yes',
  ])('below a file ends “%s” with 14', async (line) => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'file'), '');
    const ended = await run(line.split(' '), { env: { GENCTL_HOME: join(home, 'file', 'far', 'below') } });
    expect(ended.code, ended.stderr).toBe(14);
    threeParts(ended);
  });

  it('is told where the settings are no JSON, and left as it is', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'));
    writeFileSync(join(home, 'genctl', 'config.json'), '{"settings": {"model": ');
    const ended = await run(['config', 'get', 'model']);
    expect(ended.code).toBe(14);
    threeParts(ended);
    expect(readFileSync(join(home, 'genctl', 'config.json'), 'utf8')).toBe('{"settings": {"model": ');
  });

  it('keeps its secrets to its owner', async () => {
    const { home, run } = newHome();
    await run([...good, '-w']);
    await run(['config', 'set', 'model', 'vendor-a/image-1']);
    chmodSync(join(home, 'genctl'), 0o755);
    await run([...good, '-w']);
    const { statSync } = await import('node:fs');
    expect(statSync(join(home, 'genctl', 'config.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'genctl', 'ledger')).mode & 0o777).toBe(0o700);
  });
});
