import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { factsLine, forgettingLine } from '../facts/facts-log.ts';
import { factsOf, isSettled, type JobFacts } from '../facts/job-facts.ts';
import type { JobRecord } from '../record.ts';
import { aliasOf, namesLines } from '../records/names-log.ts';
import { type OrderEntry, orderLine } from '../records/order.ts';
import { parseJobRecord } from '../records/parse.ts';
import { readRecord, recordFileName } from '../records/read.ts';
import {
  compareNames,
  countMissing,
  type NamesDifference,
  type OrderParts,
  orderParts,
  withJobs,
} from './compare-order.ts';
import { listRecords, logBytes } from './log-contents.ts';
import type { MonthProof } from './month-proof.ts';
import { isSameSum, type NamesSum, namesSum } from './sums.ts';
import { readUnlisted, type UnlistedRecords } from './unlisted-records.ts';

/** A month whose logs are compared with its records. */
export interface ComparedMonth {
  folder: RecordFolder;
  /** Undefined if nothing is proven: all records are read, and no line of a log counts. */
  before: MonthProof | undefined;
  /** The file names of the records; undefined if the folder is as it was when it was proven. */
  listed: readonly string[] | undefined;
  /** The order log; undefined if it is as it was when it was proven, or is missing. */
  order: Buffer | undefined;
  warn: Warn;
  /** The time by the clock of the file system; undefined if nothing may be written. Unit: ns since 1970. */
  nowNs: bigint | undefined;
}

/** The lines that the records of a month add to its logs. */
export interface MonthDrawing extends Pick<MonthProof, 'absent' | 'records' | 'unnamed'> {
  /** The whole order log, if lines of it are replaced. */
  order: string | undefined;
  /** If nothing was proven before, these are all lines. */
  names: string[];
  facts: string[];
  /** How many records the order log lacked, or had with another time. */
  missing: number;
  /** False if a file holds no whole record, so that it has to be read again. */
  isWhole: boolean;
}

/** Reads the records that the logs lack. Throws native errors. */
export function drawMonth(month: ComparedMonth): MonthDrawing {
  const { before, folder } = month;
  const listed = month.listed ?? (isGrown(month) ? listRecords(folder.path) : undefined);
  if (before === undefined || listed === undefined)
    return before === undefined ? drawUnlisted(month, listed ?? []) : drawNames(before, month);
  const sum = namesSum(listed);
  if (!isGrown(month) && isSameSum(sum, before.records)) return drawNames(before, month);
  return drawAdded(before, month, sum) ?? drawUnlisted(month, listed);
}

function isGrown({ before, order }: ComparedMonth): boolean {
  return order !== undefined && order.length > (before?.logs.order.bytes ?? 0);
}

/** Draws a month whose records are those that were proven. */
function drawNames(before: MonthProof, month: ComparedMonth): MonthDrawing {
  const { absent, records } = before;
  const drawing = { order: undefined, facts: [], missing: 0, isWhole: true, absent, records };
  return { ...drawing, ...gainedNames(before.unnamed, month) };
}

/**
 * Draws a month that has gained the records of the lines that writers added, and no others: what genctl does all day. The proven lines
 * need no look, then. Undefined if something else has changed.
 */
function drawAdded(before: MonthProof, month: ComparedMonth, sum: NamesSum): MonthDrawing | undefined {
  const { folder, order } = month;
  const added = orderParts(order?.subarray(before.logs.order.bytes) ?? Buffer.alloc(0), 0).added;
  const ids = [...new Set(added.map(({ id }) => id))];
  const here = ids.filter((id) => existsSync(join(folder.path, recordFileName(id))));
  const names = here.map(recordFileName);
  const isAbsent = new Set(before.absent);
  if (ids.some((id) => isAbsent.has(id)) || !isSameSum(namesSum(names, before.records), sum))
    return undefined;
  const read = readUnlisted(names, month);
  const isPlain = read.unread.length + read.newer.length + read.renamed.size === 0;
  if (!isPlain || countMissing({ proven: [], added }, recordedTimes(read, { proven: [], added })) > 0)
    return undefined;
  const isHere = new Set(here);
  const gained = gainedNames(before.unnamed, month);
  return {
    ...{ order: undefined, missing: 0, isWhole: true, records: sum },
    names: [...oldestFirst(read.jobs).flatMap(namesLines), ...gained.names],
    facts: drawFacts(read.jobs.map(factsOf), undefined),
    absent: [...before.absent, ...ids.filter((id) => !isHere.has(id))],
    unnamed: [...gained.unnamed, ...read.jobs.filter(mayGainName).map(({ id }) => id)],
  };
}

/** The names that jobs have by now that had none when the month was proven. */
function gainedNames(
  unnamed: readonly string[],
  { folder, listed, warn }: ComparedMonth,
): Pick<MonthDrawing, 'names' | 'unnamed'> {
  if (listed === undefined) return { names: [], unnamed: [...unnamed] };
  const jobs = unnamed.flatMap((id) => readRecord(folder, recordFileName(id), parseJobRecord, warn) ?? []);
  return { names: jobs.flatMap(namesLines), unnamed: jobs.filter(mayGainName).map(({ id }) => id) };
}

/** Tells whether a later look at a job may show its second id. */
function mayGainName(job: JobRecord): boolean {
  return requestRoutes[job.route].isPassThrough && aliasOf(job) === undefined && !isSettled(factsOf(job));
}

function drawUnlisted(month: ComparedMonth, listed: readonly string[]): MonthDrawing {
  const { before, folder } = month;
  const bytes = month.order ?? logBytes(folder.path, 'order') ?? Buffer.alloc(0);
  const parts = orderParts(bytes, before?.logs.order.bytes ?? 0);
  const difference = compareNames(parts, { absent: new Set(before?.absent), listed });
  const read = readUnlisted(difference.unlisted, month);
  const times = recordedTimes(read, parts);
  const missing = countMissing(parts, times);
  const entries = missing === 0 ? undefined : withJobs(parts, times, { keepsOthers: before !== undefined });
  const gained = gainedNames(before?.unnamed ?? [], { ...month, listed });
  const whole = wholeNames(listed, read);
  return {
    order: entries?.map(orderLine).join(''),
    names: [...new Set([...oldestFirst(read.jobs).flatMap(namesLines), ...gained.names])],
    facts: drawFacts(read.jobs.map(factsOf), before === undefined ? undefined : difference),
    missing,
    isWhole: read.unread.length === 0,
    records: namesSum(whole),
    absent: absentIds(entries ?? [...parts.proven, ...parts.added], whole),
    unnamed: [...new Set([...read.jobs.filter(mayGainName).map(({ id }) => id), ...gained.unnamed])],
  };
}

function oldestFirst(jobs: readonly JobRecord[]): JobRecord[] {
  return jobs.toSorted((one, other) => Date.parse(one.recorded_at) - Date.parse(other.recorded_at));
}

/** The times of the jobs that were read. A record of a newer genctl keeps the time of its line. */
function recordedTimes({ jobs, newer }: UnlistedRecords, { added, proven }: OrderParts): Map<string, number> {
  const times = new Map(jobs.map(({ id, recorded_at }) => [id, Date.parse(recorded_at)]));
  if (newer.length === 0) return times;
  const listed = new Map([...proven, ...added].map(({ id, recordedAtMs }) => [id, recordedAtMs]));
  for (const { id, recordedAtMs } of newer) times.set(id, listed.get(id) ?? recordedAtMs);
  return times;
}

/** The facts of settled jobs. Lines that were noted of a job before, and hold no more, are followed by one without facts. */
function drawFacts(facts: readonly JobFacts[], before: NamesDifference | undefined): string[] {
  const forgotten = facts.filter((job) => !isSettled(job) && before?.wasNamed(job.id) === true);
  return [
    ...[...(before?.gone ?? []), ...forgotten.map(({ id }) => id)].map(forgettingLine),
    ...facts.filter(isSettled).map(factsLine),
  ];
}

/** The names of the files that hold a whole record, as they are called by now. */
function wholeNames(listed: readonly string[], { renamed, unread }: UnlistedRecords): string[] {
  const isUnread = new Set(unread);
  return listed.filter((name) => !isUnread.has(name)).map((name) => renamed.get(name) ?? name);
}

function absentIds(entries: readonly OrderEntry[], whole: readonly string[]): string[] {
  const hasRecord = new Set(whole);
  const absent = entries.filter(({ id }) => !hasRecord.has(recordFileName(id)));
  return [...new Set(absent.map(({ id }) => id))];
}
