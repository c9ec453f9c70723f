import type { Warn } from '../../files/set-aside.ts';
import { objectOf } from '../../text/json-object.ts';
import { jsonRecords } from './json-records.ts';

/** What ended a job for good: its plan ran out, or a cancel came first. */
export type Ending = { by: 'plan' } | { by: 'cancel'; canceledAtMs: number };

/**
 * How jobs ended. The first claim counts, so neither a slow cancel nor a clock that is set back can change an end that was shown
 * once.
 */
export interface EndingStore {
  read(jobId: string): Ending | undefined;
  /** Claims an end, and returns the one that counts. */
  settle(jobId: string, ending: Ending): Ending;
}

export function createEndingStore(folder: string, warn: Warn): EndingStore {
  const records = jsonRecords({ folder, kind: 'endings', isRecord: isEnding, warn });
  return {
    read: (jobId) => records.read(jobId),
    settle(jobId, ending) {
      if (records.claim(jobId, ending) === 'claimed') return ending;
      return records.read(jobId) ?? ending;
    },
  };
}

function isEnding(value: unknown): value is Ending {
  const { by, canceledAtMs } = objectOf(value) ?? {};
  return by === 'plan' || (by === 'cancel' && Number.isFinite(canceledAtMs));
}
