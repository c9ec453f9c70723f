import { sizeAt } from '../files/same-file.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import { isObjectUri } from './rules/place-address.ts';

/** The paths of a job's files: the newest copy of each output that is still here, in the order of the outputs. Absolute. */
export function filesHere(record: Pick<JobRecord, 'files'>): string[] {
  return newestOf(record, standsHere);
}

/** The same with those that are in a bucket, by their URIs; whether they still are is not asked. */
export function filesKnown(record: Pick<JobRecord, 'files'>): string[] {
  return newestOf(record, mayStand);
}

/** Whether a file is still here as it was fetched. */
export function standsHere({ bytes, path }: Pick<DownloadedFile, 'bytes' | 'path'>): boolean {
  return !isObjectUri(path) && sizeAt(path) === bytes;
}

/** Whether a file is still where it was put, as far as this machine can tell by itself: of a bucket it knows nothing. */
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
