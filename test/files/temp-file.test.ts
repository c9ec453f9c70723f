import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discard, discardAgain, uniquePathBeside } from '../../src/files/temp-file.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

/** A file that a failing disk did not let go: a file stood in the place of its folder as it was removed. */
function undiscarded(nameOf: (path: string) => string) {
  const folder = join(tempFolder(), 'records');
  mkdirSync(folder);
  const path = nameOf(join(folder, 'record.json'));
  writeFileSync(path, '{');
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, '');
  discard(path);
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  return { folder, names: () => readdirSync(folder) };
}

describe('a temporary file that the disk did not let its process remove', () => {
  it('goes as the process makes another one', () => {
    const { folder, names } = undiscarded(uniquePathBeside);
    expect(names()).toHaveLength(1);
    uniquePathBeside(join(folder, 'other.json'));
    expect(names()).toEqual([]);
  });

  it('goes at the end of the run', () => {
    const { names } = undiscarded(uniquePathBeside);
    discardAgain();
    expect(names()).toEqual([]);
  });

  it('stays if it has the name of a record, which another process may have written since', () => {
    const { names } = undiscarded((path) => path);
    discardAgain();
    expect(names()).toEqual(['record.json']);
  });
});
