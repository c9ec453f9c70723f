import type { Clock } from '../api/transport/clock.ts';
import { type SeenState, withState } from '../ledger/keep-state.ts';
import type { JobRecord } from '../ledger/record.ts';
import { isoTime } from '../text/iso-time.ts';

interface NewestStatesPorts {
  clock: Pick<Clock, 'nowMs'>;
  /** Records what was seen of a job, and resolves with the new record. */
  keep(record: JobRecord, seen: SeenState): Promise<JobRecord>;
}

interface NewestState {
  record: JobRecord;
  /** The look that gave the record its state; undefined before the first look. */
  seen: SeenState | undefined;
  /** When that was last seen again; 0 where it was not. Unit: ms since 1970. */
  seenAgainMs: number;
}

/** The jobs that are followed, as last known. */
export function createNewestStates(ports: NewestStatesPorts) {
  const newest = new Map<string, NewestState>();

  function newestOf(id: string): NewestState {
    const one = newest.get(id);
    if (one === undefined) throw new Error(`${id} is no longer followed`);
    return one;
  }
  async function keep(one: NewestState, seen: SeenState): Promise<void> {
    const { record } = one;
    one.seen = seen;
    one.seenAgainMs = 0;
    // First in memory, so that it is shown even where it can't be recorded.
    one.record = withState(ports, record, seen);
    one.record = await ports.keep(record, seen);
  }
  return {
    has: (id: string): boolean => newest.has(id),
    add(record: JobRecord): void {
      newest.set(record.id, { record, seen: undefined, seenAgainMs: 0 });
    },
    /**
     * Takes what was just seen of a job. It is kept if it is another object than the last time; at the first look, than its record has. Of
     * the same again only the time is noted, which nobody has to wait for. Rejects as `keep` does.
     */
    see(id: string, seen: SeenState): Promise<void> | undefined {
      const one = newestOf(id);
      const isKnown = one.seen === undefined ? isRecorded(one, seen) : one.seen === seen;
      if (!isKnown) return keep(one, seen);
      one.seen = seen;
      one.seenAgainMs = ports.clock.nowMs();
      return undefined;
    },
    /** Lets go of a job, and returns its record with its newest state. */
    take(id: string): JobRecord {
      const { record, seenAgainMs } = newestOf(id);
      newest.delete(id);
      return seenAgainMs === 0 ? record : { ...record, seen_at: isoTime(seenAgainMs) };
    },
  };
}

/**
 * Tells whether a record already has all that was seen. Most do at the first look of a wait, and a second one would be as large as the
 * first.
 */
function isRecorded({ record }: Pick<NewestState, 'record'>, { job, raw }: SeenState): boolean {
  return job === record.job && raw === undefined;
}
