import { sizeAt } from '../../../files/same-file.ts';
import type { JobRecord } from '../../../store/ledger/record.ts';

/** The paths of a job's files: the newest copy of each output that is still here, in the order of the outputs. Absolute. */
export function filesHere({ files }: Pick<JobRecord, 'files'>): string[] {
  const newest = new Map(
    files.filter(({ path, bytes }) => sizeAt(path) === bytes).map((file) => [file.index, file]),
  );
  return [...newest.values()].sort((one, other) => one.index - other.index).map(({ path }) => path);
}
