import { NotFoundError } from '../../errors/endings.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { namedByFlags } from '../../store/account.ts';
import type { JobQuery } from '../../store/ledger/jobs.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { findKnownJob } from '../journey/find-jobs.ts';
import { renderedRequests } from '../journey/rendered-requests.ts';
import { filesOfFolder } from './folder-files.ts';
import type { GallerySource } from './gallery-source.ts';
import { filesOfRecord, standingFile } from './job-files.ts';
import { mediaInFolder } from './media-in-folder.ts';
import { itemsMost, type ShownFile } from './shown-file.ts';

/** How many items there may be, and how many of the newest jobs are shown where none are named and no limit is given. */
interface Limits {
  limit: number | undefined;
  newestMost: number;
}

/** The items of a page, in their order, and how many jobs or files were left out. */
export interface FilesToShow {
  items: ShownFile[];
  leftOut: number;
}

/** Finds what a page is to show. Throws NotFoundError for a job that is not known here, and what the disk says of a folder. */
export async function filesToShow(
  context: CommandContext,
  source: GallerySource,
  { limit, newestMost }: Limits,
): Promise<FilesToShow> {
  switch (source.kind) {
    case 'folder': {
      const { leftOut, paths } = mediaOf(source.path);
      const items = await filesOfFolder(context, paths);
      const { batch } = source;
      const shown =
        batch === undefined ? items : inOrderOfShots(items.filter((item) => item.batch === batch));
      return limited(shown, leftOut, limit);
    }
    case 'named':
      return limited(await filesOf(context, await knownJobs(context, source.words)), 0, limit);
    case 'batch': {
      const ledger = await context.ledger();
      const records = await ledger.list({ where: ofAccount(context, ({ batch }) => batch === source.name) });
      return limited(inOrderOfShots(await filesOf(context, records.reverse())), 0, limit);
    }
    case 'newest':
      return newestFiles(context, limit ?? newestMost);
  }
}

const shotNames = new Intl.Collator('en', { numeric: true });

/** A ledger has shots as they were sent, several at once; their names are the order that a person knows: `s2` before `s10`. */
function inOrderOfShots(items: readonly ShownFile[]): ShownFile[] {
  return items.toSorted((one, other) => shotNames.compare(one.shot ?? '', other.shot ?? ''));
}

function limited(items: ShownFile[], leftOut: number, limit = itemsMost): FilesToShow {
  const most = Math.min(limit, itemsMost);
  return { items: items.slice(0, most), leftOut: leftOut + Math.max(0, items.length - most) };
}

function mediaOf(folder: string): ReturnType<typeof mediaInFolder> {
  try {
    return mediaInFolder(folder);
  } catch (error) {
    throw failureOf(error) ?? error;
  }
}

async function knownJobs(context: CommandContext, words: readonly string[]): Promise<JobRecord[]> {
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
    why: 'A page shows what the ledger of this machine or a folder has; the service is not asked.',
    hint: 'genctl jobs; of a job from elsewhere genctl download ID, then genctl gallery FOLDER',
  });
}

/** The newest jobs that have a file here. Whether one of the older ones has, is not looked at. */
async function newestFiles(context: CommandContext, limit: number): Promise<FilesToShow> {
  const ledger = await context.ledger();
  const where = ofAccount(context, ({ status }) => status === 'succeeded');
  const records: JobRecord[] = [];
  let looked = 0;
  for await (const record of ledger.records({ where })) {
    looked += 1;
    if (record.files.some(({ index }) => standingFile(record, index) !== undefined)) records.push(record);
    if (records.length === limit) break;
  }
  let succeeded = looked;
  if (records.length === limit) {
    succeeded = 0;
    await ledger.survey({}, (job) => {
      if (where(job)) succeeded += 1;
    });
  }
  return { items: await filesOf(context, records), leftOut: Math.max(0, succeeded - looked) };
}

async function filesOf(context: CommandContext, records: readonly JobRecord[]): Promise<ShownFile[]> {
  const rendered = await renderedRequests(context, records);
  return records.flatMap((record) => filesOfRecord(context, { record, rendered: rendered(record) }));
}

type Where = NonNullable<JobQuery['where']>;

/** The jobs of the account that the flags name, or of all. */
function ofAccount({ globals }: CommandContext, also: Where): Where {
  const named = namedByFlags(globals);
  return (job) => (named === undefined || job.profile === named) && also(job);
}
