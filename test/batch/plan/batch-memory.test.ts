import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLeftToGit } from '../../../src/batch/plan/batch-memory.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

const journal = 'shots.csv.shots.genctl.ndjson';

describe('a journal in a work tree of git', () => {
  it.each([
    ['no line', '', true],
    ['its name', `# ours\n${journal}\n`, false],
    ['its name with stars', '*.genctl.ndjson*\r\n', false],
    ['its path', `/night/${journal}`, false],
    ['another name', '*.csv', true],
  ])('named by %s is left to git: %s → %s', (_, lines, expected) => {
    const tree = tempFolder();
    mkdirSync(join(tree, '.git'));
    mkdirSync(join(tree, 'night'));
    writeFileSync(join(tree, '.gitignore'), lines);
    expect(isLeftToGit(join(tree, 'night', journal))).toBe(expected);
  });

  it.runIf(process.platform !== 'win32')(
    'where the ignore file is a pipe or has no end, is left to git',
    () => {
      for (const command of ['mkfifo "$0"', 'ln -s /dev/zero "$0"']) {
        const tree = tempFolder();
        mkdirSync(join(tree, '.git'));
        execFileSync('sh', ['-c', command, join(tree, '.gitignore')]);
        expect(isLeftToGit(join(tree, journal))).toBe(true);
      }
    },
  );

  it('and one outside of any is not', () => {
    expect(isLeftToGit(join(tempFolder(), journal))).toBe(false);
  });
});
