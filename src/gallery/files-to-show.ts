import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { namedByFlags } from '../account/account.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { NotFoundError, UsageError } from '../errors/endings.ts';
import { either, genctl, say } from '../errors/hint.ts';
import { findKnownJob } from '../follow/find-jobs.ts';
import { warnOfMissingOnce } from '../ledger/missing-outputs.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { JobQuery } from '../ledger/records/jobs.ts';
import { renderedRequests } from '../ledger/rendered-requests.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isObjectUri } from '../outputs/rules/place-address.ts';
import { filesOfFolder, mediaInFolder } from './folder-files.ts';
import { commonFolder, itemsMost } from './page-place.ts';
import { filesOfRecord, type ShownFile, standingFile } from './shown-job.ts';

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
  warnOfMissingOnce(context, records);
  const rendered = await renderedRequests(context, records);
  return records.flatMap((record) => filesOfRecord(context, { record, rendered: rendered(record) }));
}

type Where = NonNullable<JobQuery['where']>;

/** The jobs of the account that the flags name, or of all. */
function ofAccount({ globals }: OutputMeans, also: Where): Where {
  const named = namedByFlags(globals);
  return (job) => (named === undefined || job.profile === named) && also(job);
}

/** The items that a page is to show, as the line names them. */
type GallerySource =
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
