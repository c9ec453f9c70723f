import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../errors/endings.ts';
import { lacksBytes } from '../../files/whole-name.ts';
import { commonFolder } from '../common-folder.ts';
import type { GallerySource } from '../gallery-source.ts';
import type { ShownFile } from '../shown-file.ts';

/** The name of a page beside its files. */
const usualName = 'gallery.html';

/**
 * Where a page goes: to the file that is named, else into the folder that is shown, else into the nearest folder that has all the
 * files within. Throws UsageError for a name that no browser opens as a page.
 */
export function pagePlace(
  workingFolder: string,
  output: string | undefined,
  { source, items }: { source: GallerySource; items: readonly ShownFile[] },
): string {
  if (output === undefined) {
    return join(source.kind === 'folder' ? source.path : (commonFolder(items) ?? workingFolder), usualName);
  }
  if (/^\.html?$/i.test(extname(output))) return resolve(workingFolder, output);
  throw new UsageError({
    code: 'invalid_flag',
    message: `--output does not take ${JSON.stringify(output)}`,
    why: 'A browser opens it as a page only if its name ends in .html.',
    hint: '--output gallery.html',
  });
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
