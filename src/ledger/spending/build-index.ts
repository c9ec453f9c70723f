import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { isoTime, monthOfDay, utcDay } from '../../text/iso-time.ts';
import { microUsdOf } from '../../text/money.ts';
import { factsOf, type JobFacts } from '../facts/job-facts.ts';
import type { VisitFacts } from '../facts/survey.ts';
import { readRemains } from '../intents/unreadable-intents.ts';
import { orderPath } from '../records/order.ts';
import { listedBefore, type OrderPlace, type OrderTail, orderTail } from '../records/order-tail.ts';
import { recordFileName } from '../records/read.ts';
import { monthOfTime } from '../records/search-months.ts';
import {
  addEstimate,
  damagedJob,
  emptyIndex,
  type HeldJob,
  isOfScope,
  type JobSource,
  type Likeness,
  learnPrice,
  likenessIn,
  mayBeOfScope,
  type OpenJob,
  type OpenKeys,
  recordStamp,
  type SpendingIndex,
  takeCharge,
  takeJob,
  unheardMostMs,
} from './spending-index.ts';
import { recordFiles, unlistedFiles } from './unlisted-files.ts';

/** So many of the newest jobs that were charged tell the prices. */
const comparedMost = 2_000;

interface IndexPorts extends JobSource {
  nowMs: number;
  /** The keys of the intents that are open. They were read before: a job that is recorded since then has its intent among them. */
  openKeys: OpenKeys;
}

export interface BuildPorts extends IndexPorts {
  /** As in `Ledger`. */
  survey(sinceMs: undefined, visit: VisitFacts): Promise<void>;
}

/**
 * Draws an index from the ledger. What a search tells of a job is enough for most; read are the records of jobs whose charge is unknown,
 * and of the newest that were charged. In 100,000 jobs that takes a second or two, once.
 */
export async function buildIndex(ports: BuildPorts): Promise<SpendingIndex> {
  const { likeness, months, nowMs, openKeys, scope } = ports;
  const since = monthBefore(monthOfDay(utcDay(nowMs)));
  const index = emptyIndex(scope, { likeness: likeness.mark, since });
  const files = recordFiles(months, since);
  const logged = readLogs(index, months) ?? new Map<string, OpenJob>();
  for (const [id, job] of unlistedFiles(months, files, logged)) logged.set(id, job);
  const charged: JobFacts[] = [];
  const take = (facts: JobFacts, month: string): void => {
    // Jobs recorded meanwhile come by the order log.
    if (!logged.delete(facts.id) && month >= since) return;
    takeCharge(index, facts, openKeys);
    if (facts.costUsd !== null) charged.push(facts);
  };
  await ports.survey(undefined, (facts, month) => {
    if (!isOfScope(facts, scope)) logged.delete(facts.id);
    else if (!facts.isChargeUnknown) take(facts, month);
  });
  const newest = charged.sort((one, other) => other.recordedAtMs - one.recordedAtMs).slice(0, comparedMost);
  for (const { costUsd, id } of newest) {
    const record = months.find(id);
    if (record !== undefined) learnPrice(index, likenessIn(ports, record), microUsdOf(costUsd ?? 0));
  }
  for (const [id, job] of logged) index.jobs[id] = job;
  sweep(index, ports);
  return index;
}

/**
 * The jobs that the order logs have gained, which are read on from there, once each log is compared with its records. Undefined where the
 * index is of other logs, and has to be made anew.
 */
function readLogs(index: SpendingIndex, months: JobSource['months']): Map<string, OpenJob> | undefined {
  const jobs = new Map<string, OpenJob>();
  for (const month of months.names()) {
    if (month < index.since) continue;
    const { entries, place } = newEntries(months, month, index.logs[month]) ?? {};
    if (entries === undefined) return undefined;
    if (place === undefined) delete index.logs[month];
    else index.logs[month] = place;
    // A line is written before its record: another process may be between the two. A job of two months is that of the newer one.
    for (const { id, recordedAtMs } of entries)
      if (!jobs.has(id)) jobs.set(id, { month, listedAtMs: recordedAtMs, stamp: null, held: null });
  }
  return jobs;
}

/** The entries behind a place of a log, and the place up to which they go. Undefined if lines before the place were replaced. */
function newEntries(
  months: JobSource['months'],
  month: string,
  from: OrderPlace | undefined,
): (Partial<OrderTail> & Pick<OrderTail, 'entries'>) | undefined {
  const proven = months.indexOf(month);
  const { generation } = proven;
  if (from !== undefined && (generation === undefined || generation !== from.generation)) return undefined;
  if (generation === undefined) return { entries: [...months.entriesOf(month, proven)].reverse() };
  const place = { end: 0, before: '', ...from, generation };
  const tail = ofLog(months, month, (path) => orderTail(path, place));
  return tail ?? (from === undefined ? { entries: [] } : undefined);
}

/** Reads a month's order log; undefined where it has none. */
function ofLog<Given>(
  months: JobSource['months'],
  month: string,
  read: (path: string) => Given,
): Given | undefined {
  try {
    return read(orderPath(months.folderOf(month)));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOfTime(isoTime(Date.UTC(year, number - 2, 1)));
}

/** A line in the order log whose record does not come within this time has none: its process was killed. The clock may have been set back. Unit: ms. */
const awaitedMostMs = 10 * 60_000;

/**
 * Takes in what the ledger has learned since the index was written: new jobs by the order logs, and what became of the open ones by
 * their files. Returns false where the index is of another time, and has to be made anew.
 */
export function advanceIndex(index: SpendingIndex, ports: IndexPorts): boolean {
  const { logs } = index;
  index.logs = { ...logs };
  const gained = readLogs(index, ports.months);
  if (gained === undefined) return false;
  const again = listedAgain([...gained.keys()], logs, ports);
  const missing = new Set(index.missing);
  for (const [id, job] of gained) {
    // One that was listed before counts, or is open, unless it has no record.
    const isTaken = again.has(id) && !missing.delete(id) && index.jobs[id]?.held !== null;
    if (!isTaken) index.jobs[id] = { ...job, listedAtMs: ports.nowMs };
  }
  // A record may have been put back, and its line stands in the log already.
  for (const id of missing) {
    const month = ports.months.monthOf(id);
    if (month === undefined) continue;
    missing.delete(id);
    index.jobs[id] = { month, listedAtMs: ports.nowMs, stamp: null, held: null };
  }
  index.missing = [...missing];
  sweep(index, ports);
  index.settling = index.settling.filter((key) => ports.openKeys.has(key));
  return true;
}

/** The jobs among these that the logs had before: their records were removed, and made again. No budget counts older months. */
function listedAgain(
  ids: readonly string[],
  logs: SpendingIndex['logs'],
  { months, nowMs }: IndexPorts,
): ReadonlySet<string> {
  const since = monthBefore(monthOfDay(utcDay(nowMs)));
  const read = ids.length === 0 ? [] : Object.entries(logs).filter(([month]) => month >= since);
  return new Set(
    read.flatMap(([month, place]) => ofLog(months, month, (path) => listedBefore(path, place, ids)) ?? []),
  );
}

/** Looks at the open jobs. */
function sweep(index: SpendingIndex, ports: IndexPorts): void {
  const { months, nowMs, scope } = ports;
  for (const [id, { held, listedAtMs, month, stamp: known }] of Object.entries(index.jobs)) {
    // Looked at before it is read: a record that is replaced in between does not match, and is read again the next time.
    const stamp = recordStamp(ports, month, id);
    const isKnown = held !== null && stamp !== null && stamp === known;
    const record = isKnown || stamp === null ? undefined : months.readById(month, id);
    if (record !== undefined && isOfScope(factsOf(record), scope))
      takeJob(index, { record, month, listedAtMs, stamp }, ports);
    else if (record !== undefined) delete index.jobs[id];
    // Its record is there, and can't be read: what it cost is not known any more, and it may have cost it.
    else if (stamp !== null && !isKnown && isDamagedOfScope(ports, month, id))
      index.jobs[id] = { month, listedAtMs, stamp, held: held ?? damagedJob(listedAtMs) };
    else if (held === null) {
      if (Math.abs(nowMs - listedAtMs) > awaitedMostMs) lose(index, id);
    }
    // Its record was pruned: what it cost is not known any more.
    else if (nowMs > (isKnown ? held.givenUpMs : held.overByMs + unheardMostMs))
      giveUp(index, id, held, ports.likeness);
    else if (!isKnown) lose(index, id);
  }
}

/** Tells whether a record that can't be read may be of the account, by what its bytes still show. */
function isDamagedOfScope({ months, scope }: IndexPorts, month: string, id: string): boolean {
  const file = join(months.folderOf(month), recordFileName(id));
  return mayBeOfScope(readRemains({ name: '', paths: [file, `${file}.torn-1`] }).remains, scope);
}

/** Looks at a job no more, unless it is recorded again: it has no record, and counts for nothing. */
function lose(index: SpendingIndex, id: string): void {
  delete index.jobs[id];
  index.missing.push(id);
}

/** Looks at a job no more. It counts by what was reserved for it, else by its price. */
function giveUp(index: SpendingIndex, id: string, held: HeldJob, { price }: Likeness): void {
  delete index.jobs[id];
  const microUsd = held.isDamaged
    ? Math.max(0, ...Object.values(index.dearest))
    : (held.reserved ?? price(held.likeness, index.dearest) ?? 0);
  if (microUsd > 0) addEstimate(index, held, microUsd);
}
