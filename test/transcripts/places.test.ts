import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--json'];

/** A clone with a project file and a link out of it. */
function clone(fields: Record<string, unknown>) {
  const { home, run } = newHome();
  const [cloned, outside] = [join(home, 'clone'), join(home, 'outside')];
  mkdirSync(join(cloned, '.git'), { recursive: true });
  mkdirSync(outside);
  symlinkSync('../outside', join(cloned, 'ln'));
  symlinkSync('../outside', join(cloned, 'vendor-a-image-1'));
  symlinkSync('../missing', join(cloned, 'dangling'));
  writeFileSync(join(cloned, '.genctl.json'), JSON.stringify(fields));
  const inClone = (words: string[]) => run(words, { cwd: cloned });
  return { home, cloned, outside, inClone };
}

describe('a project file', () => {
  it.each([
    [{ dir: 'ln/x' }],
    [{ dir: 'ln' }],
    [{ dir: 'dangling/x' }],
    [{ name: 'ln/{id}.{ext}' }],
    [{ dir: 'out', name: '../ln/{id}.{ext}' }],
  ])('sends no file through a link out of its folder: %j', async (fields) => {
    const { home, inClone, outside } = clone(fields);
    const ended = await inClone([...picture, '--download']);
    expect(ended.code, ended.stdout).toBe(2);
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(home)).not.toContain('missing');
    expect((await inClone(['jobs', '-q', '--limit', '1'])).stdout).toBe('');
  });

  it('names no folder by a field that a link stands for', async () => {
    const { inClone, outside } = clone({ name: '{model}/{id}.{ext}' });
    const ended = await inClone([...picture, '--download']);
    expect(ended.code).toBe(14);
    expect(errorOf(ended)).toMatchObject({
      code: 'folder_elsewhere',
      hint: expect.stringMatching(/^genctl download job_\w+ --dir FOLDER/),
    });
    expect(readdirSync(outside)).toEqual([]);
  });

  it('is told of by doctor where its folder leads elsewhere', async () => {
    const { inClone } = clone({ dir: 'ln/x' });
    const { stdout } = await inClone(['doctor', '--sandbox']);
    expect(stdout).toMatch(/^project\tfail\t.*leads out of/m);
  });

  it('is outdone by what a person says, links and all', async () => {
    const { inClone, outside } = clone({ dir: 'out', name: '{id}.{ext}' });
    const ended = await inClone([...picture, '-D', 'ln', '--no-sidecar']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(readdirSync(outside)).toHaveLength(1);
  });

  it('may lead through links that stay inside', async () => {
    const { cloned, inClone } = clone({ dir: 'in/x' });
    mkdirSync(join(cloned, 'shots'));
    symlinkSync('shots', join(cloned, 'in'));
    const ended = await inClone([...picture, '--download', '--no-sidecar']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(readdirSync(join(cloned, 'shots', 'x'))).toHaveLength(1);
  });
});

describe('a folder whose name is not UTF-8', () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62]);

  it('is no place to work in, and nothing lands beside it', async () => {
    const { home, run } = newHome();
    const path = Buffer.concat([Buffer.from(`${home}/`), bytes]);
    mkdirSync(path);
    const before = ['sh', '-c', `cd "$(printf 'a\\377b')" && exec "$@"`, 'sh'];
    for (const beside of [false, true]) {
      // A folder of the name that Node gives may be there as well.
      if (beside) mkdirSync(join(home, 'a\uFFFDb'));
      const ended = await run([...picture, '--download'], { before });
      expect(ended.code, ended.stdout).toBe(2);
      expect(errorOf(ended)).toMatchObject({ code: 'folder_not_utf8' });
    }
    expect(readdirSync(join(home, 'a\uFFFDb'))).toEqual([]);
    rmSync(path, { recursive: true });
  });

  it.each([
    ['--dir', ['-D', '"$(printf \'out\\377\')"'], ''],
    ['GENCTL_HOME', ['--download'], 'GENCTL_HOME="$(printf \'home\\377\')"'],
  ])('is refused as %s', async (_, words, variable) => {
    const { home, run } = newHome();
    const before = ['sh', '-c', `${variable} exec "$@" ${words.join(' ')}`, 'sh'];
    const ended = await run(picture, { before });
    expect(ended.code, ended.stdout).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code: 'folder_not_utf8' });
    expect(readdirSync(home).filter((name) => name.includes('\uFFFD'))).toEqual([]);
  });

  it('may have the sign for unreadable bytes in its name by itself', async () => {
    const { home, run } = newHome();
    const folder = join(home, 'a\uFFFDb');
    mkdirSync(folder);
    const ended = await run([...picture, '--download', '--no-sidecar'], { cwd: folder });
    expect(ended.code, ended.stderr).toBe(0);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
