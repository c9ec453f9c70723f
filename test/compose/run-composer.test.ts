import { expect, it } from 'vitest';
import { lookAtFile } from '../../src/compose/run-composer.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { picture, put } from '../request/references/fixtures/media-files.ts';

it('a file is what its first bytes are, whatever its name says', () => {
  const folder = tempFolder();
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  expect(lookAtFile(put(folder, 'a.mp4', picture()))).toMatchObject({
    words: expect.stringMatching(/^png, /),
    medium: 'image',
  });
  expect(lookAtFile(put(folder, 'b.heic', heic))).toMatchObject({ words: 'heic, 24 B', medium: 'image' });
  expect(lookAtFile(put(folder, 'c.png', 'words'))).toMatchObject({ medium: undefined, isFile: true });
  expect(lookAtFile(folder)).toMatchObject({ isFile: false });
  expect(lookAtFile(`${folder}/none`)).toBeUndefined();
});
