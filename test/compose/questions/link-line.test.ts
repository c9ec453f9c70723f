import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { completePath, fileNote, fullPath, linkLine } from '../../../src/compose/questions/link-line.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { picture, put } from '../../request/references/fixtures/media-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-complete-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const name of ['hero-1.png', 'hero-2.png', '.hidden', 'only here.mp4'])
  writeFileSync(join(folder, name), '');
mkdirSync(join(folder, 'shots'));

it('a name of the cast stays as it is typed, and of several files it stands for none', () => {
  const cast = new Map([
    ['fox', ['/art/fox.png', '/art/side.png']],
    ['forest', ['https://example.com/forest.png']],
  ]);
  const link = linkLine({ medium: 'image', cast });
  expect(link.complete?.('@fo')).toEqual({ line: '@fo', others: ['@fox', '@forest'] });
  expect(link.complete?.('@for')).toEqual({ line: '@forest', others: [] });
  expect(link.read(' @forest ')).toBe('@forest');
  expect(link.note?.('@forest')).toBeUndefined();
  expect(link.note?.('@fox')).toEqual({
    kind: 'fault',
    text: '@fox has 2 files; give one: /art/fox.png, /art/side.png',
  });
  expect(link.note?.('@owl')).toMatchObject({ kind: 'fault' });
});

it.each([
  (path: string) => `'${path}'`,
  (path: string) => `"${path}" `,
  (path: string) => path.replaceAll(' ', '\\ '),
])('a file that is dropped on the terminal is read without quotes and backslashes', (dropped) => {
  const path = put(tempFolder(), 'a red fox.png', picture());
  const link = linkLine({ medium: 'image', cast: new Map() });
  expect(link.read(dropped(path))).toBe(path);
  expect(link.note?.(dropped(path))).toMatchObject({ kind: 'fact' });
});

it('a file of another medium is a fault that a person may insist on: submit would refuse it', () => {
  const path = put(tempFolder(), 'fox.png', picture());
  expect(linkLine({ medium: 'audio', cast: new Map() }).note?.(path)).toMatchObject({
    kind: 'fault',
    mayStay: true,
  });
  expect(linkLine({ medium: 'image', cast: new Map() }).note?.(path)).toMatchObject({ kind: 'fact' });
});

it.each([
  ['as far as all that is possible agrees, and shows the rest', 'he', 'hero-', ['hero-1.png', 'hero-2.png']],
  ['the whole of the only name', 'on', 'only here.mp4', []],
  ['a folder with its slash', 'sh', 'shots/', []],
  ['a hidden name once its dot is there', '.h', '.hidden', []],
  ['nothing that is not there', 'zzz', 'zzz', []],
])('completes %s', (_, typed, line, others) => {
  expect(completePath(join(folder, typed))).toEqual({ line: join(folder, line), others });
});

it('leaves a link as it is', () => {
  expect(completePath('https://example.com/he')).toEqual({ line: 'https://example.com/he', others: [] });
});

it('reads ~ as the folder of the user, and nothing else so', () => {
  expect(fullPath('~/a.png')).toBe(join(homedir(), 'a.png'));
  expect(fullPath('~a.png')).toBe('~a.png');
});

it('a file is what its first bytes are, whatever its name says', () => {
  const folder = tempFolder();
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const note = (name: string, bytes: Parameters<typeof put>[2]) =>
    fileNote(put(folder, name, bytes), 'image');
  expect(note('a.mp4', picture())).toMatchObject({ kind: 'fact', text: expect.stringMatching(/^png, /) });
  expect(note('b.heic', heic)).toEqual({ kind: 'fact', text: 'heic, 24 B' });
  expect(note('c.png', 'words')).toMatchObject({
    kind: 'fact',
    text: expect.stringMatching(/^of an unknown/),
  });
  expect(fileNote(folder, 'image')).toMatchObject({ kind: 'fault', text: expect.stringContaining('folder') });
  expect(fileNote(`${folder}/none`, 'image')).toMatchObject({ kind: 'fault' });
});
