import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readWholeText } from '../../files/read-whole.ts';

/** An ignore file comes with a cloned project. */
const limits = { bytesMost: 1024 * 1024, what: '.gitignore', isFile: true } as const;

/**
 * Tells whether a file is in a work tree of git, and no plain line of a `.gitignore` there names it. Then a person who adds all
 * files adds this one. For a hint only: of patterns it knows names and paths with `*` and `?`, and of ignore files those of the
 * work tree.
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

/** Tells whether a name fits a pattern, in a time that grows with the product of their lengths. Of stars only the last is tried again. */
function matches(pattern: string, name: string): boolean {
  let [at, place] = [0, 0];
  let star: { at: number; place: number } | undefined;
  while (place < name.length) {
    const sign = pattern[at];
    if (sign === '*') {
      star = { at, place };
      at += 1;
    } else if (sign === name[place] || (sign === '?' && name[place] !== '/')) {
      at += 1;
      place += 1;
    } else if (star !== undefined && name[star.place] !== '/') {
      star.place += 1;
      at = star.at + 1;
      place = star.place;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

function linesOf(file: string): string[] {
  try {
    return readWholeText(file, limits).split('\n');
  } catch {
    return [];
  }
}
