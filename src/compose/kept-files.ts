import { isAbsolute, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Cast } from '../account/settings/setting-table.ts';
import { nodeCrypto } from '../files/lazy-node.ts';
import { readBySpans } from '../files/read-span.ts';
import { isInside } from '../files/real-place.ts';
import { memberNamed } from '../request/references/cast.ts';
import { isLocal } from '../service/body/media-part.ts';
import { formatBytes } from '../text/size.ts';
import { type Composition, entryOf, type FileDoubt, inputOf, withPlaced } from './rules/composition.ts';
import { filePlaces, textsIn } from './rules/local-files.ts';

/** The file that a path led to. */
const keptFileSchema = z.object({
  /** Absolute; or a link, of the cast. */
  path: z.string(),
  /** Undefined where nothing could be read. */
  bytes: z.optional(z.number()),
  /** In hex. */
  sha256: z.optional(z.string()),
});

/** The local files of a kept request, by their words in its body: an absolute path, or a name of the cast. */
export const keptFilesSchema = z.record(z.string(), z.array(keptFileSchema));

type KeptFile = z.infer<typeof keptFileSchema>;
type KeptFiles = z.infer<typeof keptFilesSchema>;

/** The body with whole paths, and what its files are: the request may be sent from another folder, and later. */
export function filesToKeep(
  composition: Composition,
  folder: () => string,
): { body: Composition['body']; files: KeptFiles } {
  const { cast = new Map(), doubts } = composition.facts;
  const files: KeptFiles = {};
  let whole = composition;
  for (const { place, word } of filePlaces(composition.body, entryOf(composition))) {
    const doubt: KeptDoubt | undefined = doubts?.get(word);
    const isNamed = memberNamed(word) !== undefined;
    // A path whose folder nobody knows stays as it is.
    const kept = isNamed || isUrl(word) || isFolderless(doubt) ? word : resolve(folder(), word);
    whole = withPlaced(whole, place, kept);
    const paths = pathsOf(kept, cast);
    files[kept] = isFolderless(doubt) ? [] : [...(doubt?.kept ?? paths.map(keptFile))];
  }
  return { body: whole.body, files };
}

/** A doubt, and what was kept of the file. */
interface KeptDoubt extends FileDoubt {
  kept?: readonly KeptFile[];
}

function isFolderless(doubt: KeptDoubt | undefined): boolean {
  return doubt !== undefined && doubt.kept === undefined;
}

/** The composition of a kept request in this folder: with short paths, and with doubts about files that may be others now. */
export function openKeptFiles(
  composition: Composition,
  { files }: { files?: KeptFiles | undefined },
  around: { readonly workingFolder: string },
): Composition {
  const words = new Set(textsIn(inputOf(composition)).filter(isLocal));
  const { cast = new Map() } = composition.facts;
  const doubts = new Map<string, FileDoubt>();
  let shown = composition;
  for (const [word, kept] of Object.entries(files ?? {}).filter(([word]) => words.has(word))) {
    const short = kept.length === 0 ? word : shortPath(word, around.workingFolder);
    const doubt = kept.length === 0 ? undefined : doubtOf(short, kept, pathsOf(word, cast));
    if (doubt !== undefined) doubts.set(short, doubt);
    for (const { place } of filePlaces(shown.body, entryOf(shown)).filter((one) => one.word === word))
      shown = withPlaced(shown, place, short);
  }
  for (const word of words) {
    const isWhole = isAbsolute(word) || isUrl(word) || memberNamed(word) !== undefined;
    if (isWhole || (files?.[word] ?? []).length > 0) continue;
    const message = `${word} was kept without its folder; here it is ${resolve(around.workingFolder, word)}`;
    doubts.set(word, { message, fix: enterAgain });
  }
  return { ...shown, facts: { ...shown.facts, doubts } };
}

const enterAgain = 'enter it again, or another file';

function doubtOf(word: string, kept: readonly KeptFile[], paths: readonly string[]): KeptDoubt | undefined {
  const before = kept.map(({ path }) => path);
  if (paths.length === 0) return undefined;
  if (before.join('\n') !== paths.join('\n'))
    return {
      message: `${word} was ${before.join(', ')} when it was kept, and is ${paths.join(', ')} here`,
      fix: enterAgain,
      kept,
    };
  const now = paths.map(keptFile);
  const index = kept.findIndex(({ sha256 }, place) => sha256 !== undefined && now[place]?.sha256 !== sha256);
  const [was, is] = [kept[index], now[index]];
  // A file that is gone is found fault with as any other that is not there.
  if (was?.bytes === undefined || is?.bytes === undefined) return undefined;
  const name = word === is.path || !word.startsWith('@') ? word : `${word} (${is.path})`;
  const sizes = `${formatBytes(was.bytes)} then, ${formatBytes(is.bytes)} now`;
  return { message: `${name} is not as it was kept: ${sizes}`, fix: enterAgain, kept };
}

/** The files of a word; none for a name of no member. */
function pathsOf(word: string, cast: Cast): readonly string[] {
  const member = memberNamed(word);
  return member === undefined ? [word] : (cast.get(member) ?? []);
}

function keptFile(path: string): KeptFile {
  if (!isLocal(path) || isUrl(path)) return { path };
  try {
    const hash = nodeCrypto().createHash('sha256');
    const bytes = readBySpans(path, (read, size) => {
      for (let from = 0; from < size; from += spanBytes) hash.update(read(from, spanBytes));
      return size;
    });
    return { path, bytes, sha256: hash.digest('hex') };
  } catch {
    // It is not there, or no file: the checks of the request say so.
    return { path };
  }
}

const spanBytes = 1024 * 1024;

function isUrl(word: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(word);
}

/** A path from the working folder, where that has the file; else as it is. */
function shortPath(word: string, workingFolder: string): string {
  if (!isAbsolute(word) || !isInside(workingFolder, word)) return word;
  const path = relative(workingFolder, word);
  return /^[@-]|:\/\//.test(path) ? `./${path}` : path;
}
