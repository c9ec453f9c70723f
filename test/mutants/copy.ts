import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the repository as it is now, changes that are not committed included: whatever ends a run, the repository stays. */
export interface Copy {
  root: string;
  remove(): void;
}

export function copyRepository(repository: string): Copy {
  const root = mkdtempSync(join(tmpdir(), 'genctl-mutants-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    for (const path of filesOf(repository)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(repository, path), join(root, path));
    }
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}

/** All that git knows or would add, but for what is no part of a test on the source. */
function filesOf(repository: string): string[] {
  const list = (...words: string[]): string[] =>
    execFileSync('git', ['-C', repository, 'ls-files', '-z', ...words], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '' && !/^(docs|man|completions|examples)\//.test(path));
  const gone = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((path) => !gone.has(path));
}
