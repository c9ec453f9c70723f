import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';

/** A job of a watch as last known. */
export interface WatchedJob {
  record: JobRecord;
  /** For a final: the request with its draft's words. */
  rendered: unknown;
}

export type WatchedJobs = ReturnType<typeof createWatchedJobs>;

interface WatchedParts {
  /** How many jobs are kept that are over. */
  overMost: number;
  /** Tells whether a job is in a state that was asked for. A job that has ended will never be in another. */
  isInState(record: JobRecord): boolean;
}

/** The jobs of a watch. Of those that are over it keeps the newest that were asked for, so that it can run for days. */
export function createWatchedJobs({ overMost, isInState }: WatchedParts) {
  const known = new Set<string>();
  const seen = new Set<string>();
  const jobs = new Map<string, WatchedJob>();
  let over = 0;
  const list = (): WatchedJob[] => [...jobs.values()].sort(newestFirst);

  /** Drops a job that is over, unless its state was asked for. Beyond `overMost` such jobs, it drops the oldest. */
  function end({ record }: WatchedJob): void {
    const isKept = isInState(record);
    if (isKept && over < overMost) {
      over += 1;
      return;
    }
    const left = isKept ? list().findLast((job) => isOver(job.record.job))?.record : record;
    if (left !== undefined) jobs.delete(left.id);
  }
  return {
    /** Tells whether a job was ever added. */
    knows: (id: string): boolean => known.has(id),
    add(job: WatchedJob): void {
      const { id, job: state } = job.record;
      if (known.has(id)) return;
      known.add(id);
      jobs.set(id, job);
      if (isOver(state)) end(job);
    },
    /** Takes what was just seen of a job. */
    see(record: JobRecord): void {
      const job = jobs.get(record.id);
      if (job === undefined) return;
      const wasOver = isOver(job.record.job);
      job.record = record;
      seen.add(record.id);
      if (!wasOver && isOver(record.job)) end(job);
    },
    /** Newest first. */
    list,
    /** The jobs that the service told of since the watch began. */
    seen: (): JobRecord[] => list().flatMap(({ record }) => (seen.has(record.id) ? [record] : [])),
  };
}

/** The one that was found first comes first where two are alike. */
function newestFirst({ record: one }: WatchedJob, { record: other }: WatchedJob): number {
  return Number(one.recorded_at < other.recorded_at) - Number(one.recorded_at > other.recorded_at);
}

/** As many jobs as there is room for: those that are not over first, then the newest; and how many others are in each state. */
export function fittedJobs(
  jobs: readonly WatchedJob[],
  most: number,
): { fitted: readonly WatchedJob[]; others: ReadonlyMap<string, number> } {
  const unfinished = jobs.filter(({ record }) => !isOver(record.job)).slice(0, most);
  const chosen = new Set(unfinished);
  for (const job of jobs) if (chosen.size < most) chosen.add(job);
  const others = new Map<string, number>();
  for (const job of jobs)
    if (!chosen.has(job)) others.set(job.record.job.status, (others.get(job.record.job.status) ?? 0) + 1);
  return { fitted: jobs.filter((job) => chosen.has(job)), others };
}
