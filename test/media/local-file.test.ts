import { mkdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/endings.ts';
import { openLocalFile } from '../../src/media/local-file.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { picture, put } from '../request/references/fixtures/media-files.ts';

async function refusal(word: string, workingFolder: string): Promise<UsageError> {
  const error = await openLocalFile(word, { flag: '--ref-image', workingFolder }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.exitCode).toBe(2);
  return error as UsageError;
}

describe('a local file', () => {
  it('is found from the working folder, by its path, and by a file URL', async () => {
    const workingFolder = tempFolder();
    const bytes = picture();
    const path = put(workingFolder, 'my hero#1.png', bytes);
    for (const word of ['my hero#1.png', './my hero#1.png', path, pathToFileURL(path).href]) {
      const file = await openLocalFile(word, { flag: '--first-frame', workingFolder });
      expect(file).toMatchObject({
        path,
        name: 'my hero#1.png',
        bytes: bytes.length,
        where: `--first-frame ${word}`,
      });
      expect(Buffer.from(file.head)).toEqual(Buffer.from(bytes.subarray(0, 64)));
    }
  });

  it('that is missing, a folder, empty or unnamed is refused, in three parts', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'shots'));
    put(folder, 'empty.png', '');
    expect(await refusal('gone.png', folder)).toMatchObject({
      message: "--ref-image can't use gone.png",
      why: 'There is no such file.',
      hint: `check the path: ls -l ${join(folder, 'gone.png')}; or give --ref-image an https URL`,
    });
    expect((await refusal('shots', folder)).why).toBe('It is a folder.');
    expect((await refusal('empty.png', folder)).why).toBe('It is empty: 0 bytes.');
    expect((await refusal('empty.png/x', folder)).why).toBe('There is no such file.');
    expect((await refusal('', folder)).why).toBe('It names no file.');
    expect((await refusal('file://elsewhere.example.com/a.png', folder)).why).toMatch(/host/i);
    expect((await refusal('@hero.png', folder)).hint).toBe('--ref-image hero.png');
  });

  it('that is a device is not waited for, and a name too long is no file’s', async () => {
    expect((await refusal(devNull, tempFolder())).why).toBe('It is a pipe or a device, not a file.');
    expect((await refusal('x'.repeat(5000), tempFolder())).why).toBe('The name is too long for a file.');
  });
});
