import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openManifest } from '../../../src/batch/manifest/manifest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('genctl-');
const spoolFolder = join(folder, 'spool');

describe('the file of a manifest', () => {
  it.each([
    ['missing.jsonl', 'There is no such file.'],
    ['missing', 'There is no such file.'],
    ['folder.jsonl', 'It is a folder.'],
  ])('%s can’t be read', async (name, why) => {
    mkdirSync(join(folder, 'folder.jsonl'), { recursive: true });
    const opening = openManifest({ path: join(folder, name) }, { format: undefined, spoolFolder });
    await expect(opening).rejects.toMatchObject({ code: 'file_unreadable', why });
  });

  it.each([
    ['that another program appends to', (path: string) => appendFileSync(path, '{"id":"s2"}\n')],
    ['that is written anew', (path: string) => writeFileSync(path, '{"id":"s1","n":2}\n'.repeat(50_000))],
    [
      'in whose place another comes',
      (path: string) => {
        writeFileSync(`${path}.new`, '{"id":"s1"}\n');
        renameSync(`${path}.new`, path);
      },
    ],
  ])('%s while it is read is refused', async (_, change) => {
    const path = join(folder, 'moving.jsonl');
    writeFileSync(path, '{"id":"s1"}\n'.repeat(50_000));
    let pieces = 0;
    const throwIfInterrupted = (): void => {
      pieces += 1;
      if (pieces === 1) change(path);
    };
    const opening = openManifest({ path }, { format: undefined, spoolFolder, throwIfInterrupted });
    await expect(opening).rejects.toMatchObject({ code: 'manifest_changed', exitCode: 2 });
  });
});
