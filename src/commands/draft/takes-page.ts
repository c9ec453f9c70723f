import { dirname, join } from 'node:path';
import type { CliError } from '../../errors/cli-error.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { safeLine } from '../../rules/safe-text.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { openFiles } from '../journey/files/open-file.ts';
import { drawsPictures } from '../journey/files/preview.ts';
import { shownPath } from '../journey/files/shown-path.ts';
import { renderedRequests } from '../journey/rendered-requests.ts';

/** A take on the page: what the ledger has of its job, or the file alone where another machine made it. */
export type TakeOnPage = { record: JobRecord } | { path: string };

/** The page of takes in a browser. It is written when it is first needed. */
export interface TakesPage {
  /** Names the page on a terminal that can't show pictures, where only the page shows what the takes look like. */
  tell(): Promise<void>;
  /** Opens the page with what the desktop has for it; resolves with what to say of that. */
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
  context: CommandContext,
  takes: readonly TakeOnPage[],
  dir: string | undefined,
): TakesPage {
  const { workingFolder } = context.around;
  const said = (path: string): string =>
    safeLine(shownPath(path, { dir: dir ?? workingFolder, workingFolder }));
  let written: Promise<string | CliError | undefined> | undefined;
  const place = async (): Promise<string | CliError | undefined> => {
    written ??= writtenPage(context, takes);
    const page = await written;
    // What failed may succeed when it is asked for again.
    if (typeof page !== 'string') written = undefined;
    return page;
  };
  return {
    async tell() {
      if (drawsPictures(context)) return;
      const page = await place();
      const { err } = context.terminal;
      if (typeof page === 'string') err.lines([`To look at them, o opens ${said(page)}`]);
      else if (page !== undefined) context.listen({ kind: 'warning', message: wordsOf(page) });
    },
    async open() {
      const page = await place();
      if (page === undefined) return 'none of them has a file here to look at';
      if (typeof page !== 'string') return wordsOf(page);
      const [unopened] = await openFiles(context, [page]);
      return unopened === undefined
        ? `opened ${said(page)}`
        : `${unopened.path} can't be opened: ${unopened.why}`;
    },
  };
}

function wordsOf({ message, why }: CliError): string {
  return why === undefined ? message : `${message}: ${why}`;
}

/** The path of the page; undefined where no take has a file here, and the error where it can't be written. */
async function writtenPage(
  context: CommandContext,
  takes: readonly TakeOnPage[],
): Promise<string | CliError | undefined> {
  try {
    const items = await itemsOf(context, takes);
    if (items.every(({ path }) => path === null)) return undefined;
    const { pagePlace } = await import('../gallery/page-place.ts');
    const { writeGallery } = await import('../gallery/write-gallery.ts');
    const source = { kind: 'newest' } as const;
    const folder = dirname(pagePlace(context.around.workingFolder, undefined, { source, items }));
    const place = join(folder, pageName);
    await writeGallery(context, { items, leftOut: 0 }, { overwrite: false, place });
    return place;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

async function itemsOf(context: CommandContext, takes: readonly TakeOnPage[]) {
  const { filesOfRecord } = await import('../gallery/job-files.ts');
  const { filesOfFolder } = await import('../gallery/folder-files.ts');
  const records = takes.flatMap((take) => ('record' in take ? [take.record] : []));
  const rendered = await renderedRequests(context, records);
  const items = [];
  for (const take of takes) {
    if ('record' in take) {
      const { record } = take;
      items.push(...filesOfRecord(context, { record, rendered: rendered(record) }));
    } else items.push(...(await filesOfFolder(context, [take.path])));
  }
  return items;
}
