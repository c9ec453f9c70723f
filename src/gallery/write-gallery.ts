import { packageFile } from '../cli/package-file.ts';
import type { Surroundings } from '../cli/surroundings.ts';
import { readBySpans } from '../files/read-span.ts';
import { entryAt } from '../files/same-file.ts';
import { warningsOf } from '../follow/list/print-listed.ts';
import { printedPath } from '../follow/words/print-jobs.ts';
import { documentJson } from '../ledger/job-document.ts';
import { type LikeCosts, type LikeCostsContext, likeCosts } from '../money/like-costs.ts';
import { writeNamed } from '../outputs/named-file.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { usdOf } from '../text/money.ts';
import { escapeJsonControls } from '../text/safe-text.ts';
import { counted } from '../text/shown-value.ts';
import { type FilesToShow, filesToShow, gallerySource } from './files-to-show.ts';
import type { GalleryPage } from './page/page-item.ts';
import { commonFolder, fileWord, itemsMost, linkFrom, pagePlace } from './page-place.ts';
import type { GalleryItem, NextJob, ShownFile } from './shown-job.ts';

/**
 * Writes the page of files to its place. Resolves with its items, its path, and whether it took the place of an earlier page. The
 * path is null where no file is here and so no page. Throws CliError where it can't be written there.
 */
export async function writeGallery(
  context: OutputMeans,
  { items: files, leftOut }: FilesToShow,
  { overwrite, place }: { overwrite: boolean; place: string },
) {
  const items = await placedItems(context, files, place);
  if (items.every(({ path }) => path === null)) return { items, path: null, isReplaced: false };
  // A page travels with its files, and says nothing of where they lie on this machine.
  const told = items.map(({ path: _, ...item }) => item);
  const text = pageText(context.around, { left_out: leftOut, items: told });
  const isReplaced = writePage(place, text, { overwrite, nowMs: context.clock.nowMs() });
  return { items, path: place, isReplaced };
}

/** The text in the built page that the items replace. */
const placeholder = '"ITEMS"';

/** The whole text of a page: markup, style and code as they were built, and the items as JSON between them. */
function pageText(around: Pick<Surroundings, 'packageFolder'>, page: GalleryPage): string {
  const built = packageFile(around, {
    code: 'page_missing',
    path: 'dist/gallery.html',
    what: 'the page without its items',
  });
  return built.replace(placeholder, () => jsonForHtml(page));
}

/** A value as JSON that can stand in a script element: no letter of it begins markup, and none hides or reorders text. */
export function jsonForHtml(value: unknown): string {
  const inScript = (letter: string): string => `\\u00${letter.charCodeAt(0).toString(16)}`;
  return escapeJsonControls(JSON.stringify(value)).replace(/[<>&]/g, inScript);
}

/** The items of a page at its place: with links from there, and with what each next job would cost. */
async function placedItems(
  context: LikeCostsContext,
  files: readonly ShownFile[],
  page: string,
): Promise<GalleryItem[]> {
  const untold = files.flatMap(({ next }) => (next === null || next.knownUsd !== null ? [] : [next.like]));
  const costOf = await likeCosts(context, untold);
  return files.map(({ next, posterPath, ...file }) => ({
    ...file,
    link: file.path === null ? null : linkFrom(page, file.path),
    poster: posterPath === null ? null : linkFrom(page, posterPath),
    next: next === null ? null : placedNext(next, page, costOf),
  }));
}

function placedNext({ command, knownUsd, like, of }: NextJob, page: string, costOf: LikeCosts) {
  const charges = costOf(like);
  return {
    command,
    of: 'job' in of ? of.job : fileWord(page, of.file),
    cost_usd: knownUsd ?? (charges === undefined ? null : usdOf(charges.median)),
  };
}

/** It stands in the head of every page, and tells the pages of genctl from all others. */
const pageMark = '<meta name="generator" content="genctl gallery">';

/** The mark stands within so much of the beginning. Unit: bytes. */
const headBytes = 1024;

/**
 * Writes a page in the place of an earlier page of genctl. Throws as `writeNamed` does, also where something else stands there, unless
 * that is to be overwritten. Returns whether something stood there.
 */
export function writePage(path: string, text: string, how: { overwrite: boolean; nowMs: number }): boolean {
  const keeps = 'It is not a page of genctl. ';
  const page = { path, what: 'page', flag: '--output FILE.html', keeps };
  const mayReplace = (): boolean => how.overwrite || isOwnPage(path);
  return writeNamed(page, Buffer.from(text), { mayReplace, nowMs: how.nowMs });
}

/** Tells whether a page of genctl is at a path; never followed through a link. */
function isOwnPage(path: string): boolean {
  if (entryAt(path)?.isFile() !== true) return false;
  return readBySpans(path, (read) => Buffer.from(read(0, headBytes)).includes(pageMark));
}

interface GalleryInput {
  /** Undefined where the line names nothing. */
  words: readonly string[] | undefined;
  batch: string | undefined;
  limit: number | undefined;
  /** How many items of the newest jobs are shown where none are named, unless there is a limit. */
  newestMost: number;
  output: string | undefined;
  overwrite: boolean;
  open: boolean;
}

/** Finds what is to be shown, writes the page beside it, and prints where that is. */
export async function runGallery(context: OutputMeans, input: GalleryInput): Promise<void> {
  const { around, globals, terminal } = context;
  const { limit, newestMost, output, overwrite, words } = input;
  const source = gallerySource(words, input.batch, around.workingFolder);
  const isNamed = source.kind !== 'newest';
  const most = Math.min(limit ?? (isNamed ? itemsMost : newestMost), itemsMost);
  const files = await filesToShow(context, source, most);
  const { leftOut } = files;
  const folder = source.kind === 'folder' ? source.path : commonFolder(files.items);
  const place = pagePlace(around.workingFolder, output, folder ?? around.workingFolder);
  const { isReplaced, items, path } = await writeGallery(context, files, { overwrite, place });
  if (globals.json) {
    const document = { path, left_out: leftOut, items, ...warningsOf(context) };
    terminal.out.write(documentJson('genctl.gallery/v1', document, terminal.out));
  } else if (path !== null) terminal.out.values([printedPath(context, path, { dir: '.' })]);
  tell(context, items, { isNamed, isReplaced, leftOut, most });
  if (input.open && path !== null)
    await (await import('../outputs/show-files.ts')).openOrWarn(context, [path]);
}

/** So many lines that bring files are told where there is no page to tell them. */
const waysMost = 5;

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Says how much is on the page, and what is not. */
function tell(
  { terminal: { err } }: OutputMeans,
  items: readonly GalleryItem[],
  how: { isNamed: boolean; isReplaced: boolean; leftOut: number; most: number },
): void {
  const { isNamed, isReplaced, leftOut, most } = how;
  const missing = items.filter(({ path }) => path === null).length;
  if (missing === items.length) {
    const ways = [...new Set(items.flatMap((item) => item.missing ?? []))].slice(0, waysMost);
    const others = [isNamed ? 'genctl gallery' : 'genctl jobs'];
    err.lines([
      'There is no file to show, so no page was written.',
      ...indented(ways.length > 0 ? ways : others),
    ]);
    return;
  }
  const why = most === itemsMost ? `a page has ${itemsMost} at most` : '--limit';
  const parts = [
    counted(items.length - missing, 'file'),
    ...(missing === 0 ? [] : [`${missing} not here`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out (${why})`]),
    ...(isReplaced ? ['the earlier page is replaced'] : []),
  ];
  err.lines([parts.join(', ')]);
}
