import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/**
 * Whether a file lies in a work tree of git and no plain line of a `.gitignore` there names it: then whoever adds all files adds
 * this one. For a hint only: of patterns it knows names and paths with `*` and `?`, and of ignore files those of the work tree.
 *
 * @param path absolute.
 */
export function isLeftToGit(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (ignores(join(folder, '.gitignore'), relative(folder, path).split(sep).join('/'))) return false;
    if (existsSync(join(folder, '.git'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** @param path relative to the folder of the ignore file, with `/`. */
function ignores(ignoreFile: string, path: string): boolean {
  return linesOf(ignoreFile).some((line) => {
    const pattern = line.trim().replace(/^\/|\/$/g, '');
    if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!')) return false;
    // A folder that is ignored takes along whatever is in it.
    const parts = path.split('/');
    const above = parts.map((_, place) => parts.slice(0, place + 1).join('/'));
    const isAnchored = line.trim().replace(/\/$/, '').includes('/');
    return above.some((one) => matches(pattern, isAnchored ? one : basename(one)));
  });
}

function matches(pattern: string, name: string): boolean {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${source.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}$`).test(name);
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
