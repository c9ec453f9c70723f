import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mediaInFolder } from '../../src/gallery/folder-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('of too many media in a folder those that were written last are kept, and the others counted', () => {
  const folder = temporaryFolder('genctl-media-');
  mkdirSync(join(folder, 'deep'));
  const seconds = [3, 14, 7, 1, 12, 9, 5, 11, 2, 13, 8, 4, 10, 6];
  for (const second of seconds) {
    const path = join(folder, second % 2 === 0 ? 'deep' : '.', `shot-${second}.png`);
    writeFileSync(path, '');
    utimesSync(path, second, second);
  }
  // A link that leads nowhere, or to itself, is no file.
  symlinkSync('none.png', join(folder, 'gone.png'));
  symlinkSync('round.png', join(folder, 'round.png'));
  expect(mediaInFolder(folder, 3)).toEqual({
    paths: [join(folder, 'deep/shot-12.png'), join(folder, 'deep/shot-14.png'), join(folder, 'shot-13.png')],
    leftOut: 11,
  });
  expect(mediaInFolder(folder, 14)).toMatchObject({ leftOut: 0 });
});
