import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { linkLine } from '../../../src/compose/questions/ask-line.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { picture, put } from '../../request/references/fixtures/media-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-complete-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'hero-1.png'), '');
mkdirSync(join(folder, 'shots'));

it('a name of the cast stays as it is typed, and of several files it stands for none', () => {
  const cast = new Map([
    ['fox', ['/art/fox.png', '/art/side.png']],
    ['forest', ['https://example.com/forest.png']],
  ]);
  const link = linkLine('image', true, cast);
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
  const link = linkLine('image', true, new Map());
  expect(link.read(dropped(path))).toBe(path);
  expect(link.note?.(dropped(path))).toMatchObject({ kind: 'fact' });
});

it('a file of another medium is a fault that a person may insist on: submit would refuse it', () => {
  const path = put(tempFolder(), 'fox.png', picture());
  expect(linkLine('audio', true, new Map()).note?.(path)).toMatchObject({ kind: 'fault', mayStay: true });
  expect(linkLine('image', true, new Map()).note?.(path)).toMatchObject({ kind: 'fact' });
});
