import { isAbsolute, relative, resolve } from 'node:path';
import { isObjectUri } from '../rules/place-address.ts';

/** The place that files were asked for in: the folder as it was typed or set, and what it is relative to. */
interface AskedPlace {
  dir: string;
  workingFolder: string;
}

/**
 * A path as a person asked for it: relative to the working folder where the folder was named so and has the file, else absolute.
 * What a program reads has absolute paths alone.
 */
export function shownPath(path: string, place: AskedPlace): string {
  if (isAbsolute(place.dir) || isObjectUri(path) || !isInPlace(path, place)) return path;
  return relative(place.workingFolder, path);
}

/** Tells whether a path leads into the place. */
export function isInPlace(path: string, { dir, workingFolder }: AskedPlace): boolean {
  if (isObjectUri(path) || isObjectUri(dir)) return path.startsWith(`${dir.replace(/\/+$/, '')}/`);
  const below = relative(resolve(workingFolder, dir), path);
  return below !== '' && below.split(/[\\/]/)[0] !== '..' && !isAbsolute(below);
}
