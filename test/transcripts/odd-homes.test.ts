import { chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

describe('a working folder that is gone', () => {
  const commands: [string[], number][] = [
    [['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'], 14],
    [['wait', '@last'], 14],
    [['models', '--sandbox'], 0],
    [['config', 'set', 'model', 'vendor-a/image-1'], 0],
  ];

  it.each(commands)('ends %j with %i, and never in a stack', async (words, code) => {
    const { home, run } = newHome();
    const gone = join(home, 'gone');
    mkdirSync(gone);
    const command = ['sh', '-c', 'rmdir "$0" && exec "$@"', gone];
    const ended = await run([...words, '--json'], { cwd: gone, before: command });
    expect(ended.code, ended.stderr).toBe(code);
    expect(ended.stderr).not.toContain('uv_cwd');
    if (code !== 0 && ended.stderr !== '')
      expect(errorOf(ended)).toMatchObject({
        code: 'no_working_folder',
        hint: expect.stringMatching(/^cd /),
      });
  });
});

/** A user that the system has no entry of, as a container may have; only root can become one. */
describe.runIf(process.getuid?.() === 0)('a user without a folder of their own', () => {
  const nobody = 54_321;
  const become = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  // The program itself may lie in a folder that only root can enter.
  const entering = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const before = ['env', '-u', 'HOME', ...become, ...entering];
  const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];

  it('has all that a request needs in GENCTL_HOME', async () => {
    const { home, run } = newHome();
    chownSync(home, nobody, nobody);
    for (const words of [submit, ['jobs', '-q'], ['config', 'list'], ['doctor', '--sandbox']]) {
      const ended = await run(words, { before });
      expect(ended.code, `${words.join(' ')}: ${ended.stderr}`).toBe(0);
    }
  });

  it('is told to name one, where that is not set', async () => {
    const { home, run } = newHome();
    chownSync(home, nobody, nobody);
    for (const words of [submit, ['jobs'], ['config', 'path']]) {
      const ended = await run([...words, '--json'], { before: ['env', '-u', 'GENCTL_HOME', ...before] });
      expect(ended.code, ended.stderr).toBe(2);
      expect(errorOf(ended)).toMatchObject({
        code: 'no_home',
        hint: expect.stringContaining('GENCTL_HOME'),
      });
    }
  });
});

it('a home that would depend on the working folder is refused, and no code is kept or taken there', async () => {
  const { home, run } = newHome();
  const fromProject = join(home, '.config', 'genctl');
  mkdirSync(fromProject, { recursive: true });
  const options = {
    env: { HOME: '', GENCTL_HOME: '', XDG_CONFIG_HOME: '.config', APPDATA: '.config' },
    before: ['env', '-u', 'NODE_DISABLE_COMPILE_CACHE'],
  };
  expect((await run(['help', 'json'], options)).code).toBe(0);
  const ended = await run(['jobs', '--json'], options);
  expect([ended.code, errorOf(ended).code]).toEqual([2, 'no_home']);
  expect(readdirSync(fromProject)).toEqual([]);
});

describe('records that do not say which format they have', () => {
  it.each([
    ['jobs'],
    ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'],
    ['recover'],
    ['sandbox', 'serve', '--port', '0'],
    ['sandbox', 'reset', '--yes'],
  ])('are refused by %s, and nothing is changed', async (...words) => {
    const { home, run } = newHome();
    expect((await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'])).code).toBe(0);
    rmSync(join(home, 'genctl', 'ledger', 'format'));
    const files = () => readdirSync(join(home, 'genctl'), { recursive: true }).sort();
    const before = files();
    const ended = await run([...words, '--json']);
    expect(ended.code, ended.stderr).toBe(14);
    expect(errorOf(ended)).toMatchObject({ code: 'ledger_without_format', retryable: false });
    expect(files()).toEqual(before);
  });

  it('fail a check of doctor, and are nothing to what reads no record', async () => {
    const { home, run } = newHome();
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox']);
    rmSync(join(home, 'genctl', 'ledger', 'format'));
    const looked = await run(['doctor', '--sandbox', '--json']);
    expect(looked.code).toBe(14);
    const { items } = JSON.parse(looked.stdout) as { items: { name: string; status: string }[] };
    expect(items.find(({ name }) => name === 'ledger')?.status).toBe('fail');
    for (const words of [
      ['config', 'path'],
      ['auth', 'list'],
      ['models', '--sandbox'],
    ])
      expect((await run(words)).code).toBe(0);
  });
});

describe('a config.json that was written by hand', () => {
  it.each([
    ['has no end', (path: string) => symlinkSync('/dev/zero', path)],
    [
      'holds a terabyte',
      (path: string) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 40);
      },
    ],
  ])('is refused where it %s', async (_, put) => {
    const { home, run } = newHome();
    const path = join(home, 'genctl', 'config.json');
    mkdirSync(join(home, 'genctl'), { mode: 0o700 });
    put(path);
    const ended = await run(['models', '--json']);
    expect([2, 14]).toContain(ended.code);
    expect(errorOf(ended)).toMatchObject({ message: expect.stringContaining(path) });
  });
});

it('a sidecar that has no end is refused', async () => {
  const { home, run } = newHome();
  symlinkSync('/dev/zero', join(home, 'fox.json'));
  const ended = await run(['rerun', 'fox.json', '--sandbox', '--json']);
  expect(ended.code).toBe(2);
  expect(errorOf(ended)).toMatchObject({ code: 'file_unreadable', why: expect.stringContaining('a device') });
});
