import { join } from 'node:path';
import type { CliError } from '../errors/cli-error.ts';
import { failureOf } from '../errors/system-trouble.ts';
import type { JobRecord } from '../ledger/record.ts';
import { renderedRequests } from '../ledger/rendered-requests.ts';
import { shownPath } from '../outputs/names/shown-path.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { drawsPictures } from '../outputs/preview.ts';
import { openFiles, unopenedWords } from '../outputs/show-files.ts';
import { safeLine } from '../text/safe-text.ts';

export interface TakeOnPage {
  /** Undefined where another machine made it. */
  record: JobRecord | undefined;
  /** The path of the file that is shown before the question; undefined where no file is. */
  path: string | undefined;
}

/** The page of takes in a browser. It is written when a person asks for it, and not before. */
export interface TakesPage {
  /** Names the key on a terminal that can't show pictures, where only the page shows what the takes look like. */
  tell(): void;
  /** Writes the page and opens it with what the desktop has for it; resolves with what to say of that. */
  open(): Promise<string>;
}

/** Beside the files of the takes; a page that `genctl gallery` wrote there stays. */
const pageName = 'takes.html';

/**
 * Makes the page of exactly these takes. Where it can't be written or opened, that is said, and the takes can be chosen all the same.
 *
 * @param dir the folder of their files as it was asked for; undefined where it was not.
 */
export function takesPage(
  context: OutputMeans,
  takes: readonly TakeOnPage[],
  dir: string | undefined,
): TakesPage {
  const { workingFolder } = context.around;
  const said = (path: string): string =>
    safeLine(shownPath(path, { dir: dir ?? workingFolder, workingFolder }));
  let written: Promise<string | CliError | undefined> | undefined;
  return {
    tell() {
      if (!drawsPictures(context)) context.terminal.err.lines(['Press o to see them on a page']);
    },
    async open() {
      written ??= writtenPage(context, takes);
      const page = await written;
      if (typeof page !== 'string') {
        // A page that failed may succeed when it is asked for again.
        written = undefined;
        return page === undefined ? 'none of them has a file here to look at' : failureWords(page);
      }
      const [unopened] = await openFiles(context, [page]);
      if (unopened === undefined) return `opened ${said(page)}`;
      return unopenedWords({ ...unopened, path: said(page) });
    },
  };
}

function failureWords({ message, why }: CliError): string {
  return why === undefined ? message : `${message}: ${why}`;
}

/** The path of the page; undefined where no take has a file here, and the error where it can't be written. */
async function writtenPage(
  context: OutputMeans,
  takes: readonly TakeOnPage[],
): Promise<string | CliError | undefined> {
  try {
    const items = await itemsOf(context, takes);
    const { commonFolder } = await import('../gallery/page-place.ts');
    const folder = commonFolder(items);
    if (folder === undefined) return undefined;
    const { writeGallery } = await import('../gallery/write-gallery.ts');
    const place = join(folder, pageName);
    await writeGallery(context, { items, leftOut: 0 }, { overwrite: false, place });
    return place;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

async function itemsOf(context: OutputMeans, takes: readonly TakeOnPage[]) {
  const { filesOfRecord } = await import('../gallery/shown-job.ts');
  const { filesOfFolder } = await import('../gallery/folder-files.ts');
  const records = takes.flatMap(({ record }) => record ?? []);
  const rendered = await renderedRequests(context, records);
  const items = [];
  for (const { path, record } of takes) {
    if (record !== undefined) items.push(...filesOfRecord(context, { record, rendered: rendered(record) }));
    else if (path !== undefined) items.push(...(await filesOfFolder(context, [path])));
  }
  return items;
}
