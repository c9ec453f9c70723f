import type { OutputMeans } from '../outputs/output-means.ts';
import type { FilesToShow } from './files-to-show.ts';
import type { PageItem } from './page/gallery-page.ts';
import type { GalleryItem } from './shown-file.ts';
import { pageText } from './write/page-text.ts';
import { placedItems } from './write/placed-items.ts';
import { writePage } from './write/write-page.ts';

/** A page that is written, with its items; its path is null where no file is here, and so no page. */
export interface WrittenGallery {
  items: GalleryItem[];
  path: string | null;
  /** Whether it took the place of an earlier page. */
  isReplaced: boolean;
}

/** Writes the page of files to its place. Throws CliError where it can't be written there. */
export async function writeGallery(
  context: OutputMeans,
  { items: files, leftOut }: FilesToShow,
  { overwrite, place }: { overwrite: boolean; place: string },
): Promise<WrittenGallery> {
  const items = await placedItems(context, files, place);
  if (items.every(({ path }) => path === null)) return { items, path: null, isReplaced: false };
  const text = await pageText(context.around, { left_out: leftOut, items: items.map(withoutPath) });
  const isReplaced = writePage(place, text, { overwrite, nowMs: context.clock.nowMs() });
  return { items, path: place, isReplaced };
}

/** A page travels with its files, and says nothing of where they lie on this machine. */
function withoutPath({ path: _, ...item }: GalleryItem): PageItem {
  return item;
}
