import { sizeAt } from '../files/same-file.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import type { Job, Output } from '../service/job.ts';
import { hasLink } from '../service/output-link.ts';
import { type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { isObjectUri } from './rules/place-address.ts';

/** The paths of a job's files: the newest copy of each output that is still here, in the order of the outputs. Absolute. */
export function filesHere(record: Pick<JobRecord, 'files'>): string[] {
  return newestOf(record, standsHere);
}

/** As `filesHere`, with those that are in a bucket, by their URIs. Nothing checks that the bucket still has them. */
export function filesKnown(record: Pick<JobRecord, 'files'>): string[] {
  return newestOf(record, mayStand);
}

/** Tells whether a file is still here as it was fetched. */
export function standsHere({ bytes, path }: Pick<DownloadedFile, 'bytes' | 'path'>): boolean {
  return !isObjectUri(path) && sizeAt(path) === bytes;
}

/** Tells whether a file is still where it was put, as far as this machine knows by itself: of a bucket it knows nothing. */
export function mayStand(file: Pick<DownloadedFile, 'bytes' | 'path'>): boolean {
  return isObjectUri(file.path) || standsHere(file);
}

/** The URIs of a job's files in buckets. */
export function objectsOf({ files }: Pick<JobRecord, 'files'>): string[] {
  return files.flatMap(({ path }) => (isObjectUri(path) ? [path] : []));
}

function newestOf(
  { files }: Pick<JobRecord, 'files'>,
  isWanted: (file: DownloadedFile) => boolean,
): string[] {
  const newest = new Map(files.filter(isWanted).map((file) => [file.index, file]));
  return [...newest.values()].sort((one, other) => one.index - other.index).map(({ path }) => path);
}

/** A job that succeeded and some of whose files are not here. */
export interface UnfetchedJob {
  id: string;
  /** When the first of its links stops working; infinity where that is not known. Unit: ms since 1970. */
  endsMs: number;
}

/**
 * The job, if it succeeded and has an output of which no copy is here; undefined for any other. An output without a link counts until a
 * run has found that its file is lost.
 *
 * @param stands whether a file that was downloaded earlier is still there, whole.
 */
export function unfetched(
  { files, id, job, lost_at, route }: JobRecord,
  stands: (file: DownloadedFile) => boolean,
): UnfetchedJob | undefined {
  if (job.status !== 'succeeded') return undefined;
  const isHere = (index: number): boolean => files.some((file) => file.index === index && stands(file));
  const mayCome = (output: Output): boolean => lost_at === undefined || hasLink(output);
  const isAway = (job.outputs ?? []).some((output, index) => mayCome(output) && !isHere(index));
  return isAway ? { id, endsMs: linksEndMs(job, route) } : undefined;
}

/** Links that end within this time are warned of. Unit: ms. */
const soonMs = 24 * 3_600_000;

/** Tells whether the links of a job end so soon that its files should be fetched now; those that have ended already may be gone. */
export function endsSoon({ endsMs }: UnfetchedJob, nowMs: number): boolean {
  return endsMs > nowMs && endsMs - nowMs < soonMs;
}

/**
 * The order in which files should come: what ends first, then what is older. Links that have ended already come last, those that ended
 * last first: of some a fresh one may still be had, and the rest must not keep anybody from what ends soon.
 */
export function soonestFirst(jobs: readonly UnfetchedJob[], nowMs: number): UnfetchedJob[] {
  const works = ({ endsMs }: UnfetchedJob): boolean => endsMs > nowMs;
  return jobs.toSorted((one, other) => {
    if (one.endsMs === other.endsMs) return 0;
    if (works(one) !== works(other)) return works(one) ? -1 : 1;
    return works(one) ? one.endsMs - other.endsMs : other.endsMs - one.endsMs;
  });
}

/** How long a link of v1 works. Unit: ms. @see service document §4.9, §8 */
const passThroughLinksMs = 3_600_000;

/**
 * When the first link of a job's files stops working, as far as that is known; infinity where nothing tells. On v1 a fresh link may
 * be had for longer by asking again, which nobody promises. Unit: ms since 1970.
 * @see service document §2.2, §4.9
 */
function linksEndMs({ completed_at, outputs = [] }: Job, route: RequestRoute): number {
  const told = outputs.map(({ expires_at }) => Date.parse(expires_at ?? '')).filter(Number.isFinite);
  if (told.length > 0) return Math.min(...told);
  const completedMs = Date.parse(completed_at ?? '');
  const isShort = requestRoutes[route].isPassThrough && Number.isFinite(completedMs);
  return isShort ? completedMs + passThroughLinksMs : Number.POSITIVE_INFINITY;
}
