import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { UsageError } from '../errors/endings.ts';
import { either, genctl, say } from '../errors/hint.ts';
import { isObjectUri } from '../outputs/rules/place-address.ts';
import { commonFolder } from './page-place.ts';

/** The items that a page is to show, as the line names them. */
export type GallerySource =
  | { kind: 'folder'; path: string; batch: string | undefined }
  | { kind: 'named'; words: readonly string[] }
  | { kind: 'batch'; name: string }
  | { kind: 'newest' };

/**
 * The folder or the jobs that the words of a line name. A word is a folder where it has a slash or there is a folder of that name;
 * an id has no slash. Throws UsageError.
 *
 * @param words undefined where the line names nothing.
 */
export function gallerySource(
  words: readonly string[] | undefined,
  batch: string | undefined,
  workingFolder: string,
): GallerySource {
  if (words === undefined) return batch === undefined ? { kind: 'newest' } : { kind: 'batch', name: batch };
  const bucket = words.find(isObjectUri);
  if (bucket !== undefined) throw inBucket(bucket);
  const folder = words.find((word) => isFolderWord(word, workingFolder));
  if (folder === undefined) {
    if (batch === undefined) return { kind: 'named', words };
    throw flagConflict(
      '--batch and jobs',
      '--batch already names all of its jobs.',
      'genctl gallery --batch NAME',
    );
  }
  if (words.length > 1) {
    throw new UsageError({
      code: 'excess_arguments',
      message: `gallery can't show ${folder} and ${words.length - 1} more`,
      why: 'It takes one folder, which is shown with all below it, or any number of jobs.',
      hint: genctl`gallery ${folderOfAll(words, workingFolder) ?? folder}`,
    });
  }
  return { kind: 'folder', path: checkedFolder(resolve(workingFolder, folder)), batch };
}

function inBucket(uri: string): UsageError {
  return new UsageError({
    code: 'folder_not_found',
    message: `${uri} is in a bucket, not a folder of this machine`,
    why: 'A page shows files beside it. Download those of a bucket to a folder first.',
    hint: say`${genctl`download @last -D here`}, then: ${genctl`gallery here`}`,
  });
}

/** The folder that all of several folders are below, as it is typed; undefined where some word is no folder, or only the root has all. */
function folderOfAll(words: readonly string[], workingFolder: string): string | undefined {
  const paths = words.map((word) => resolve(workingFolder, word));
  const common = commonFolder(paths.map((path) => ({ path: join(path, 'a file') })));
  if (common === undefined || !paths.every(isFolder) || dirname(common) === common) return undefined;
  const way = relative(workingFolder, common);
  return way === '' ? '.' : isAbsolute(way) || way.startsWith('..') ? common : way;
}

function isFolderWord(word: string, workingFolder: string): boolean {
  return /[\\/]|^\.{1,2}$/.test(word) || isFolder(resolve(workingFolder, word));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function checkedFolder(path: string): string {
  if (isFolder(path)) return path;
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  throw new UsageError({
    code: 'folder_not_found',
    message: isThere ? `${path} is not a folder` : `There is no folder ${path}`,
    why: 'It shows a folder with media, or jobs by their ids.',
    hint: either(genctl`gallery`, ', for the newest jobs with files; or ', genctl`jobs`),
  });
}
