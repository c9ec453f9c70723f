import { isSameStamp } from '../facts/fact-line.ts';
import { tailOf } from './build-index.ts';
import { isFar, isOverdue, type JobSource, readJob, recordStamp } from './read-jobs.ts';
import { addEstimate, type Likeness, type SpendingIndex, takeJob, unheardMostMs } from './spending-index.ts';

/** With fewer open jobs each is looked at every time; of more, this often. Unit of time: ms. */
const sweeps = { jobsMost: 50, everyMs: 1_000 } as const;

export interface AdvancePorts extends JobSource {
  nowMs: number;
  /** The keys of the intents that are open. They were read before: a job that is recorded since then has its intent among them. */
  openKeys: ReadonlySet<string>;
  /** True if all open jobs are looked at, however many there are. */
  isThorough: boolean;
}

/**
 * Takes in what the ledger has learned since the index was written: new jobs by the order logs, and what became of the open ones by
 * their files. Returns false where the index is of another time, and has to be made anew.
 */
export function advanceIndex(index: SpendingIndex, ports: AdvancePorts): boolean {
  const { months, nowMs, openKeys } = ports;
  for (const month of months.names()) {
    if (month < index.since) continue;
    const from = index.logs[month];
    const tail = tailOf(months.folderOf(month), from);
    if (tail === undefined) {
      if (from !== undefined) return false;
      continue;
    }
    index.logs[month] = tail.place;
    for (const { id, recordedAtMs } of tail.entries) index.unwritten[id] = { month, recordedAtMs };
  }
  for (const [id, entry] of Object.entries(index.unwritten)) {
    const read = readJob(ports, entry.month, id);
    if (read === 'foreign' || (read === 'unwritten' && isOverdue(entry, nowMs))) delete index.unwritten[id];
    else if (read !== 'unwritten') takeJob(index, read, openKeys);
  }
  sweep(index, ports);
  index.settling = index.settling.filter((key) => openKeys.has(key));
  return true;
}

function sweep(index: SpendingIndex, ports: AdvancePorts): void {
  const { isThorough, likeness, nowMs, openKeys } = ports;
  const open = Object.entries(index.jobs);
  const isDue = isThorough || open.length <= sweeps.jobsMost || isFar(index.sweptMs, nowMs, sweeps.everyMs);
  if (!isDue) return;
  index.sweptMs = nowMs;
  for (const [id, job] of open) {
    const stamp = recordStamp(ports, job.month, id);
    if (stamp === null || job.stamp === null || !isSameStamp(stamp, job.stamp)) {
      const read = readJob(ports, job.month, id);
      // Its record was pruned, or is torn: what it cost is not known any more.
      if (typeof read === 'string') giveUp(index, id, nowMs > job.overByMs + unheardMostMs, likeness);
      else takeJob(index, read, openKeys);
    } else if (nowMs > job.givenUpMs) giveUp(index, id, true, likeness);
  }
}

/** Looks at a job no more. It may count by what was reserved for it, else by its price. */
function giveUp(index: SpendingIndex, id: string, counts: boolean, { price }: Likeness): void {
  const job = index.jobs[id];
  delete index.jobs[id];
  if (job === undefined || !counts) return;
  const microUsd = job.reserved ?? price(job.likeness, index.dearest) ?? 0;
  if (microUsd > 0) addEstimate(index, job, microUsd);
}
