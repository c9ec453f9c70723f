import { sizeAt } from '../../files/same-file.ts';
import { endsSoon, unfetched } from '../../flows/unfetched.ts';
import { formatDuration } from '../../rules/duration.ts';
import type { DownloadedFile, JobRecord } from '../../store/ledger/record.ts';

/** Counts the jobs whose files are not here, and whose links end soon. */
export interface Ending {
  add(record: JobRecord): void;
  /** What there is to say of them; undefined for nothing. */
  words(): string | undefined;
}

/** Whether a file that was downloaded is still there, whole. */
export function standsHere({ bytes, path }: DownloadedFile): boolean {
  return sizeAt(path) === bytes;
}

export function createEnding(nowMs: number): Ending {
  let count = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  return {
    add(record) {
      const job = unfetched(record, standsHere);
      if (job === undefined || !endsSoon(job, nowMs)) return;
      count += 1;
      firstMs = Math.min(firstMs, job.endsMs);
    },
    words() {
      if (count === 0) return undefined;
      const left = formatDuration(firstMs - nowMs);
      return count === 1
        ? `1 finished job has files that are not here, and its links end in ${left}`
        : `${count} finished jobs have files that are not here, and the first links end in ${left}`;
    },
  };
}
