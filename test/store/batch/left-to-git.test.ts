import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLeftToGit } from '../../../src/store/batch/left-to-git.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

const journal = 'shots.csv.shots.genctl.ndjson';

describe('a journal in a work tree of git', () => {
  it.each([
    ['no line', '', true],
    ['its name', `# ours\n${journal}\n`, false],
    ['its name with stars', '*.genctl.ndjson*\r\n', false],
    ['its path', `/night/${journal}`, false],
    ['its folder', 'night/', false],
    ['another name', '*.csv', true],
    ['a name that is only alike', 'shotsXcsv.shots.genctl.ndjson', true],
    ['its name in another folder', `/day/${journal}`, true],
  ])('named by %s is left to git: %s → %s', (_, lines, expected) => {
    const tree = tempFolder();
    mkdirSync(join(tree, '.git'));
    mkdirSync(join(tree, 'night'));
    writeFileSync(join(tree, '.gitignore'), lines);
    expect(isLeftToGit(join(tree, 'night', journal))).toBe(expected);
  });

  it('and one outside of any is not', () => {
    expect(isLeftToGit(join(tempFolder(), journal))).toBe(false);
  });
});
