import { namedByFlags } from '../account/account.ts';
import { NotFoundError } from '../errors/endings.ts';
import { either, genctl } from '../errors/hint.ts';
import { findKnownJob } from '../follow/find-jobs.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { JobQuery } from '../ledger/records/jobs.ts';
import { renderedRequests } from '../ledger/rendered-requests.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { filesOfFolder } from './folder-files.ts';
import type { GallerySource } from './gallery-source.ts';
import { filesOfRecord, standingFile } from './job-files.ts';
import { mediaInFolder } from './media-in-folder.ts';
import { itemsMost, type ShownFile } from './shown-file.ts';

/** The items of a page, in their order. */
export interface FilesToShow {
  items: ShownFile[];
  /** How many items were left out. Older jobs, whose files are not looked at, count as one each. */
  leftOut: number;
}

/**
 * Finds what a page is to show, `most` items at most. Throws NotFoundError for a job that is not known here, and what the disk says of
 * a folder.
 */
export async function filesToShow(
  context: OutputMeans,
  source: GallerySource,
  most: number,
): Promise<FilesToShow> {
  switch (source.kind) {
    case 'folder': {
      const { leftOut, paths } = mediaInFolder(source.path, itemsMost);
      const items = await filesOfFolder(context, paths);
      const { batch } = source;
      const shown = batch === undefined ? items : items.filter((item) => item.batch === batch);
      return limited(areOfOneBatch(shown) ? inOrderOfLines(shown) : shown, leftOut, most);
    }
    case 'named':
      return limited(await filesOf(context, await knownJobs(context, source.words)), 0, most);
    case 'batch': {
      const ledger = await context.ledger();
      const records = await ledger.list({ where: ofAccount(context, ({ batch }) => batch === source.name) });
      return limited(inOrderOfLines(await filesOf(context, records.reverse())), 0, most);
    }
    case 'newest':
      return newestFiles(context, most);
  }
}

const shotNames = new Intl.Collator('en', { numeric: true });

/** A ledger has shots as they were sent, several at once; a person knows them by the lines of the manifest, else by name: `s2` before `s10`. */
function inOrderOfLines(items: readonly ShownFile[]): ShownFile[] {
  return items.toSorted(
    (one, other) =>
      (one.line ?? 0) - (other.line ?? 0) || shotNames.compare(one.shot ?? '', other.shot ?? ''),
  );
}

function areOfOneBatch(items: readonly ShownFile[]): boolean {
  const [first] = items;
  return first?.batch != null && items.every(({ batch }) => batch === first.batch);
}

function limited(items: readonly ShownFile[], leftOut: number, most: number): FilesToShow {
  return { items: items.slice(0, most), leftOut: leftOut + Math.max(0, items.length - most) };
}

async function knownJobs(context: OutputMeans, words: readonly string[]): Promise<JobRecord[]> {
  const records = new Map<string, JobRecord>();
  for (const word of words) {
    const record = await findKnownJob(context, word);
    if (record === undefined) throw notKnown(word);
    records.set(record.id, record);
  }
  return [...records.values()];
}

function notKnown(word: string): NotFoundError {
  return new NotFoundError({
    code: 'job_not_found',
    message: `No job of this machine begins with ${JSON.stringify(word)}, and there is no such folder`,
    why: 'It shows a folder, or jobs of this machine.',
    hint: either(
      genctl`jobs`,
      '; for a job of another machine: ',
      genctl`download ID`,
      ', then ',
      genctl`gallery FOLDER`,
    ),
  });
}

/** The files of the newest jobs that have one here. Whether one of the older jobs has, is not looked at. */
async function newestFiles(context: OutputMeans, most: number): Promise<FilesToShow> {
  const ledger = await context.ledger();
  const where = ofAccount(context, ({ status }) => status === 'succeeded');
  const items: ShownFile[] = [];
  let looked = 0;
  for await (const record of ledger.records({ where })) {
    looked += 1;
    if (record.files.every(({ index }) => standingFile(record, index) === undefined)) continue;
    items.push(...(await filesOf(context, [record])));
    if (items.length >= most) break;
  }
  if (items.length < most) return { items, leftOut: 0 };
  let succeeded = 0;
  await ledger.survey({}, (job) => {
    if (where(job)) succeeded += 1;
  });
  return limited(items, Math.max(0, succeeded - looked), most);
}

async function filesOf(context: OutputMeans, records: readonly JobRecord[]): Promise<ShownFile[]> {
  const rendered = await renderedRequests(context, records);
  return records.flatMap((record) => filesOfRecord(context, { record, rendered: rendered(record) }));
}

type Where = NonNullable<JobQuery['where']>;

/** The jobs of the account that the flags name, or of all. */
function ofAccount({ globals }: OutputMeans, also: Where): Where {
  const named = namedByFlags(globals);
  return (job) => (named === undefined || job.profile === named) && also(job);
}
