import { dirname, sep } from 'node:path';
import type { ShownFile } from './shown-file.ts';

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
