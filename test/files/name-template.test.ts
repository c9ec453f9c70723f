import { describe, expect, it } from 'vitest';
import {
  checkNameTemplate,
  countsUp,
  defaultNameTemplate,
  fileName,
  fixedFolder,
  type NameFields,
} from '../../src/files/name-template.ts';

const fields: NameFields = {
  id: 'job_abc',
  id8: 'abc',
  n: 1,
  model: 'vendor-b/video-2.5',
  date: '2026-03-04',
  seed: 0,
  once: 'shot 7',
  slug: 'a-red-fox',
  v: 3,
  ext: 'mp4',
};

describe('the name of a downloaded file', () => {
  it('is by default what it shows, the beginning of the job’s id and the output number', () => {
    expect(fileName(defaultNameTemplate, fields)).toBe('a-red-fox-abc-1.mp4');
    expect(fileName(defaultNameTemplate, { ...fields, slug: undefined })).toBe('abc-1.mp4');
  });

  it('keeps seed 0, and slashes of a value make no folder', () => {
    expect(fileName('{model}_{seed}.{ext}', fields)).toBe('vendor-b-video-2.5_0.mp4');
  });

  it('makes folders from the slashes of the template itself', () => {
    expect(fileName('{date}/{once}.{ext}', fields)).toBe('2026-03-04/shot 7.mp4');
  });

  it('pads a counter and says that it counts up', () => {
    expect(fileName('take-{v:03}.{ext}', fields)).toBe('take-003.mp4');
    expect(countsUp('take-{v:03}.{ext}')).toBe(true);
    expect(countsUp('{id}.{ext}')).toBe(false);
  });

  it.each([
    ['hero.mp4', 'mp4', 'hero.mp4'],
    ['Hero.MP4', 'mp4', 'Hero.MP4'],
    ['still.jpeg', 'jpg', 'still.jpeg'],
    ['hero.png', 'mp4', 'hero.png.mp4'],
    ['mp4', 'mp4', 'mp4.mp4'],
  ])('of %s for a file that is %s is %s', (template, ext, expected) => {
    expect(fileName(template, { ...fields, ext })).toBe(expected);
  });

  it('adds the extension where the template forgets it', () => {
    expect(fileName('fox', fields)).toBe('fox.mp4');
  });

  it('says none for a value that is absent', () => {
    expect(fileName('{once}-{seed}', { ...fields, once: undefined, seed: undefined })).toBe('none-none.mp4');
  });

  it('has the words of the prompt for {slug}, and without any the id', () => {
    expect(fileName('{slug}-{n}', fields)).toBe('a-red-fox-1.mp4');
    expect(fileName('{slug}-{n}', { ...fields, slug: undefined })).toBe('job_abc-1.mp4');
    expect(fileName('{slug}', { ...fields, slug: 'con' })).toBe('-con.mp4');
  });

  it.each([
    ['..', '--.mp4'],
    ['CON', '-CON.mp4'],
    ['a:b', 'a-b.mp4'],
    ['nul\u0000byte', 'nul-byte.mp4'],
    ['esc\u001b[31m', 'esc-[31m.mp4'],
    ['right\u202eleft', 'right-left.mp4'],
    ['../../etc/passwd', '---..-etc-passwd.mp4'],
  ])('makes %j safe', (once, expected) => {
    expect(fileName('{once}.{ext}', { ...fields, once })).toBe(expected);
  });

  it.each(['x'.repeat(300), '狐'.repeat(120)])(
    'cuts a long name to what file systems take and keeps its extension',
    (once) => {
      const name = fileName('{once}.{ext}', { ...fields, once });
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(name.endsWith('.mp4')).toBe(true);
    },
  );
});

describe('a name template', () => {
  it.each(['', '{nope}.{ext}', '/tmp/{id}', 'C:\\x\\{id}', '../{id}', 'a//b'])(
    'is refused when it is %j',
    (template) => {
      expect(() => checkNameTemplate(template)).toThrow(/--name does not take/);
    },
  );

  it('is taken when all its fields are known', () => {
    expect(checkNameTemplate('{date}/{once}-{v:03}.{ext}')).toBe('{date}/{once}-{v:03}.{ext}');
  });
});

describe('the folders that a template names whatever the job is', () => {
  it.each([
    ['{id}-{n}.{ext}', ''],
    ['takes/{n}.{ext}', 'takes'],
    ['a/b/{model}/c/{n}.{ext}', 'a/b'],
    ['a\\{date}-x\\{n}.{ext}', 'a'],
    ['con/{n}.{ext}', '-con'],
  ])('%s: %j', (template, folder) => {
    expect(fixedFolder(template)).toBe(folder);
  });
});
