import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLocalFile, readSetting, readText } from '../../../src/cli/texts/text-source.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('a text of a file', () => {
  const path = join(temporaryFolder('genctl-'), 'prompt.txt');

  it.each([
    ['UTF-16 with its mark', Buffer.from('\ufeffa fox', 'utf16le')],
    ['WINDOWS-1252', Buffer.from('café', 'latin1')],
  ])('in %s is read once it is UTF-8, and the line for that is told', (_, bytes) => {
    writeFileSync(path, bytes);
    for (const [flag, line] of [
      ['submit', 'genctl submit -'],
      ['--prompt', 'genctl … --prompt -'],
    ] as const)
      expect(() => readText(flag, `@${path}`, readLocalFile)).toThrow(
        expect.objectContaining({
          why: 'It is not text in UTF-8.',
          hint: `iconv -f ENCODING -t UTF-8 ${path} | ${line}`,
        }),
      );
  });

  it('that is not there is looked for', () => {
    expect(() => readText('submit', '@missing.txt', readLocalFile)).toThrow(
      expect.objectContaining({ hint: 'ls -l missing.txt, or @@ for a text that begins with @' }),
    );
  });
});

describe('--set', () => {
  it.each([
    ['seed=3', 'seed', 3],
    ['style=oil', 'style', 'oil'],
    ['style={"grain": 2}', 'style', { grain: 2 }],
    ['{a}=3', '{a}', 3],
  ])('%s is a field and its value', (text, name, value) => {
    expect(readSetting(text)).toEqual([name, value]);
  });

  it.each([
    ['{"seed":3}', '--set seed=3'],
    ['{"style":"oil"}', `--set 'style="oil"'`],
    ['{"note":"a=b"}', `--set 'note="a=b"'`],
    ['{"seed":3,"style":"oil"}', `--set seed=3 --set 'style="oil"'`],
    ['{}', '--set name=value'],
  ])('takes no object %s, and says its fields', (text, hint) => {
    expect(() => readSetting(text)).toThrow(
      expect.objectContaining({ hint, why: 'It is a JSON object; --set takes one field.' }),
    );
  });

  it('takes no name alone', () => {
    expect(() => readSetting('seed')).toThrow(expect.objectContaining({ hint: '--set seed=value' }));
  });
});
