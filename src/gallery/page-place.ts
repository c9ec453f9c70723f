import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../errors/endings.ts';
import { typedWith } from '../errors/hint.ts';
import { lacksBytes } from '../files/real-place.ts';
import type { ShownFile } from './shown-job.ts';

/** A page of more than this is no help any more, whatever the limit. */
export const itemsMost = 5_000;

/** The name of a page beside its files. */
const usualName = 'gallery.html';

/**
 * The path of a page: the file that is named, else a file in a folder. Throws UsageError for a name that no browser opens as a page.
 *
 * @param output as it was typed, in the working folder.
 */
export function pagePlace(workingFolder: string, output: string | undefined, folder: string): string {
  if (output === undefined) return join(folder, usualName);
  if (/^\.html?$/i.test(extname(output))) return resolve(workingFolder, output);
  throw new UsageError({
    code: 'invalid_flag',
    message: `--output does not take ${JSON.stringify(output)}`,
    why: 'A browser opens it as a page only if its name ends in .html.',
    hint: typedWith('--output', 'gallery.html'),
  });
}

/** The nearest folder that has the files of all these items within; undefined where none has a file. */
export function commonFolder(items: readonly Pick<ShownFile, 'path'>[]): string | undefined {
  const [first, ...others] = items.flatMap(({ path }) => (path === null ? [] : [dirname(path)]));
  return others.reduce<string | undefined>((folder, other) => {
    let common = folder;
    while (common !== undefined && !isWithin(common, other))
      common = dirname(common) === common ? undefined : dirname(common);
    return common;
  }, first);
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/**
 * A link from a page to a file, relative to the page's folder, so that both can be moved together. Null for a file whose name is not
 * UTF-8: no link can name that.
 */
export function linkFrom(page: string, path: string): string | null {
  if (lacksBytes(path) || /\p{Cs}/u.test(path)) return null;
  const way = relative(dirname(page), path);
  // Another drive of Windows has no relative way.
  if (isAbsolute(way)) return pathToFileURL(path).href;
  return way.split(sep).map(encodeURIComponent).join('/');
}

/** A file as a command names it that is typed in the page's folder. */
export function fileWord(page: string, path: string): string {
  const way = relative(dirname(page), path);
  return isAbsolute(way) || way.startsWith('..') ? way : `.${sep}${way}`;
}
