import type { JobRecord } from '../../ledger/record.ts';
import { endsSoon, mayStand, unfetched } from '../../outputs/files-here.ts';
import { formatDuration } from '../../text/duration.ts';

/** Counts the jobs whose files are not here, and whose links end soon. */
export interface Ending {
  add(record: JobRecord): void;
  /** The words about them; undefined where there is nothing to say. */
  words(): string | undefined;
}

export function createEnding(nowMs: number): Ending {
  let count = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  return {
    add(record) {
      const job = unfetched(record, mayStand);
      if (job === undefined || !endsSoon(job, nowMs)) return;
      count += 1;
      firstMs = Math.min(firstMs, job.endsMs);
    },
    words() {
      if (count === 0) return undefined;
      const left = formatDuration(firstMs - nowMs);
      return count === 1
        ? `1 finished job has undownloaded files, and its links end in ${left}`
        : `${count} finished jobs have undownloaded files, and the first links end in ${left}`;
    },
  };
}
