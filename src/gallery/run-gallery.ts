import { printedPath } from '../follow/words/print-jobs.ts';
import { documentJson } from '../ledger/job-document.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { counted } from '../text/shown-value.ts';
import { filesToShow, gallerySource } from './files-to-show.ts';
import { commonFolder, itemsMost, pagePlace } from './page-place.ts';
import type { GalleryItem } from './shown-job.ts';
import { writeGallery } from './write-gallery.ts';

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
    const document = { path, left_out: leftOut, items };
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
