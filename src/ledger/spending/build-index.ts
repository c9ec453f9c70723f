import { originOf } from '../../account/rules/claim-account.ts';
import { errorCode } from '../../errors/error-code.ts';
import { isoTime, monthOfDay, utcDay } from '../../text/iso-time.ts';
import { microUsdOf } from '../../text/money.ts';
import { isSameStamp } from '../facts/fact-line.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import { monthOfTime } from '../records/months.ts';
import { listedBefore, type OrderPlace, type OrderTail, orderPath, orderTail } from '../records/order.ts';
import { addCharge } from '../rules/budgets.ts';
import {
  addEstimate,
  emptyIndex,
  isFar,
  isOverdue,
  type JobSource,
  type Likeness,
  learnPrice,
  readJob,
  recordStamp,
  type SpendingIndex,
  takeJob,
  unheardMostMs,
} from './spending-index.ts';

/** So many of the newest jobs that were charged tell the prices. */
const comparedMost = 2_000;

export interface BuildPorts extends JobSource {
  /** As in `Ledger`. */
  survey(sinceMs: undefined, visit: (facts: JobFacts) => void): Promise<void>;
  nowMs: number;
  openKeys: ReadonlySet<string>;
}

/**
 * Draws an index from the ledger. What a search tells of a job is enough for most; read are the records of jobs that are not over,
 * and of the newest that were charged. In 100,000 jobs that takes a second or two, once.
 */
export async function buildIndex(ports: BuildPorts): Promise<SpendingIndex> {
  const { likeness, months, nowMs, openKeys, scope } = ports;
  const since = monthBefore(monthOfDay(utcDay(nowMs)));
  const index = emptyIndex(scope, { likeness: likeness.mark, since });
  const logged = readLogs(index, months);
  const isOfOrigin = originReader(ports);
  const charged: JobFacts[] = [];
  await ports.survey(undefined, (facts) => {
    const month = monthOfTime(isoTime(facts.recordedAtMs));
    // Jobs recorded meanwhile come by the order log.
    if (month >= since && !logged.delete(facts.id)) return;
    if (facts.profile !== scope.profile || !isOfOrigin(facts, month)) return;
    if (facts.costUsd !== null && facts.costUsd > 0) charged.push(facts);
    const isRead = facts.isChargeUnknown || (facts.key !== null && openKeys.has(facts.key));
    if (!isRead || month < since) return;
    const read = readJob(ports, month, facts.id);
    if (typeof read !== 'string') takeJob(index, read, openKeys);
  });
  takeCharged(index, charged, ports);
  for (const [id, entry] of logged) index.unwritten[id] = entry;
  index.sweptMs = nowMs;
  return index;
}

/** Counts the charges, and learns the prices from the newest of them. */
function takeCharged(index: SpendingIndex, charged: readonly JobFacts[], ports: BuildPorts): void {
  const newest = charged
    .toSorted((one, other) => other.recordedAtMs - one.recordedAtMs)
    .slice(0, comparedMost);
  for (const { chargedAtMs, costUsd, key, recordedAtMs } of charged) {
    const isCounted = key !== null && ports.openKeys.has(key);
    if (isCounted || monthOfDay(utcDay(Math.max(chargedAtMs, recordedAtMs))) < index.since) continue;
    const sentAtMs = key === null ? undefined : recordedAtMs;
    addCharge(index.days, { microUsd: microUsdOf(costUsd ?? 0), chargedAtMs, sentAtMs });
  }
  for (const { costUsd, id, recordedAtMs } of newest) {
    const read = readJob(ports, monthOfTime(isoTime(recordedAtMs)), id);
    if (typeof read === 'string') continue;
    learnPrice(index, read.likeness, microUsdOf(costUsd ?? 0));
  }
}

/** The jobs that the order logs have by now, from where they will be read on. */
function readLogs(
  index: SpendingIndex,
  months: JobSource['months'],
): Map<string, SpendingIndex['unwritten'][string]> {
  const jobs: ReturnType<typeof readLogs> = new Map();
  for (const month of months.names()) {
    if (month < index.since) continue;
    beginLog(months, month);
    const tail = tailOf(months.folderOf(month));
    if (tail === undefined) continue;
    index.logs[month] = tail.place;
    for (const { id, recordedAtMs } of tail.entries) jobs.set(id, { month, recordedAtMs });
  }
  return jobs;
}

/** Makes a missing order log anew, where the disk permits. */
function beginLog(months: JobSource['months'], month: string): void {
  try {
    months.prepare(`${month}-01T00:00:00Z`);
  } catch {
    // A ledger that can't be written takes no submit either, and a look at it goes by the jobs of other months.
  }
}

/** The entries that were added to a month's order log behind a place; undefined where it has no log, or one that was made anew. */
function tailOf(folder: string, from: OrderPlace = { end: 0, before: '' }): ReturnType<typeof orderTail> {
  try {
    return orderTail(orderPath(folder), from);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the test of whether a job went to the origin of the scope. A fingerprint is of one origin, so one record of each account tells. */
function originReader({ months, scope }: BuildPorts): (facts: JobFacts, month: string) => boolean {
  const ofAccounts = new Map<string, boolean>();
  const isOf = (facts: JobFacts, month: string): boolean => {
    const record = months.read(month, facts.id);
    return record !== undefined && originOf(record.base_url) === scope.origin;
  };
  return (facts, month) => {
    const { account } = facts;
    if (account === null) return isOf(facts, month);
    const known = ofAccounts.get(account) ?? isOf(facts, month);
    ofAccounts.set(account, known);
    return known;
  };
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOfTime(isoTime(Date.UTC(year, number - 2, 1)));
}

/** With fewer open jobs each is looked at every time; of more, this often. Unit of time: ms. */
const sweeps = { jobsMost: 50, everyMs: 1_000 } as const;

interface AdvancePorts extends JobSource {
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
  const news = new Set<string>();
  for (const month of months.names()) {
    if (month < index.since) continue;
    const from = index.logs[month];
    const tail = tailOf(months.folderOf(month), from);
    if (tail === undefined) {
      if (from !== undefined) return false;
      continue;
    }
    index.logs[month] = tail.place;
    const again = recordedAgain(index, from, { ...tail, path: orderPath(months.folderOf(month)) });
    for (const { id, recordedAtMs } of tail.entries) {
      // One that counts is not counted once more. One whose record was gone may have it again, or soon.
      if (again.has(id) && index.unwritten[id] === undefined) continue;
      index.unwritten[id] = { month, recordedAtMs: again.has(id) ? nowMs : recordedAtMs };
      news.add(id);
    }
  }
  for (const [id, entry] of Object.entries(index.unwritten)) {
    if (isOverdue(entry, nowMs) && !news.has(id)) continue;
    const read = readJob(ports, entry.month, id);
    if (read === 'foreign') delete index.unwritten[id];
    else if (read !== 'unwritten') takeJob(index, read, openKeys);
  }
  sweep(index, ports);
  index.settling = index.settling.filter((key) => openKeys.has(key));
  return true;
}

/**
 * The jobs of a log's tail that had a line already as the index read it: their records were removed, and made again. A job that was
 * recorded since then can't be one, which spares reading the log.
 */
function recordedAgain(
  { sweptMs }: SpendingIndex,
  from: OrderPlace | undefined,
  { entries, path }: OrderTail & { path: string },
): ReadonlySet<string> {
  const earlier = entries.filter(({ recordedAtMs }) => recordedAtMs <= sweptMs).map(({ id }) => id);
  return from === undefined || earlier.length === 0 ? new Set() : listedBefore(path, from, earlier);
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
      if (typeof read === 'string') lose(index, id, nowMs, likeness);
      else takeJob(index, read, openKeys);
    } else if (nowMs > job.givenUpMs) giveUp(index, id, true, likeness);
  }
}

/** Looks no more at a job whose record was pruned, or is torn: what it cost is not known, unless it is recorded again. */
function lose(index: SpendingIndex, id: string, nowMs: number, likeness: Likeness): void {
  const job = index.jobs[id];
  const counts = job !== undefined && nowMs > job.overByMs + unheardMostMs;
  giveUp(index, id, counts, likeness);
  if (job !== undefined && !counts) index.unwritten[id] = { month: job.month, recordedAtMs: 0 };
}

/** Looks at a job no more. It may count by what was reserved for it, else by its price. */
function giveUp(index: SpendingIndex, id: string, counts: boolean, { price }: Likeness): void {
  const job = index.jobs[id];
  delete index.jobs[id];
  if (job === undefined || !counts) return;
  const microUsd = job.reserved ?? price(job.likeness, index.dearest) ?? 0;
  if (microUsd > 0) addEstimate(index, job, microUsd);
}
