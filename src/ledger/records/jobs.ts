import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import type { RunDurably } from '../../files/durable-work.ts';
import { withLock } from '../../files/lock.ts';
import { isSameJson } from '../../schema/json/canonical-json.ts';
import { isTerminal } from '../../service/lifecycle.ts';

import { factsOf, isSettled, type JobFacts } from '../facts/job-facts.ts';
import type { VisitFacts } from '../facts/survey.ts';
import type { JobRecord } from '../record.ts';
import { withAllOutputs } from '../rules/all-outputs.ts';
import { assertOwnId } from '../taken-id.ts';

import type { LedgerMonths } from './months.ts';
import { aliasOf, namesNoted } from './names-log.ts';
import type { LedgerPictures } from './pictures.ts';
import { recordFileName } from './read.ts';
import { monthOfTime } from './search-months.ts';

/** Which jobs to list. */
export interface JobQuery {
  /** The largest number of jobs to list. */
  limit?: number | undefined;
  /** Recorded at that time or later. Unit: ms since 1970. */
  sinceMs?: number | undefined;
  /** Recorded before that time. Unit: ms since 1970. */
  beforeMs?: number | undefined;
  /** Tells whether to list a job, by what is known of it without its record. Only the records that are listed are read. */
  where?: ((facts: JobFacts) => boolean) | undefined;
  /** The order to list jobs in, by their facts; the newest first unless given. */
  order?: ((one: JobFacts, other: JobFacts) => number) | undefined;
  /** Tells whether a record may be one to list, by its bytes; false spares parsing it, and has to be certain. */
  mayBe?: ((bytes: Uint8Array) => boolean) | undefined;
  /** Tells whether to list a job that passes `where`. It is called with the whole record, which has to be read for it. */
  matches?: ((record: JobRecord) => boolean) | undefined;
}

/** A change to a record; returning the record itself writes nothing. */
export type ChangeRecord = (record: JobRecord) => JobRecord;

export type LedgerJobs = ReturnType<typeof openJobs>;

/** How many of the newest records are read before the index is asked where the others are. */
const readFirst = 200;

/** A change takes a millisecond; these limits are for a suspended or overloaded machine. */
const patience = { timeoutMs: 10_000, staleMs: 30_000 };

/** A record's folder and id, and the clock for its lock (milliseconds since 1970). */
export interface RecordPlace {
  folder: string;
  id: string;
  nowMs: () => number;
}

/** Works on a job's record while no other process does. */
export function withRecordLock<Result>(
  { folder, id, nowMs }: RecordPlace,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return withLock(join(folder, `.${recordFileName(id)}.lock`), { ...patience, now: nowMs }, work);
}

export interface JobPlaces {
  months: LedgerMonths;
  pictures: LedgerPictures;
  /** Milliseconds since 1970, for locks. */
  nowMs: () => number;
  run: RunDurably;
}

/** The records of all jobs, whatever month they are in. */
export function openJobs({ months, pictures, nowMs, run }: JobPlaces) {
  async function update(id: string, change: ChangeRecord): Promise<JobRecord | undefined> {
    const month = months.monthOf(id);
    if (month === undefined) return undefined;
    return withRecordLock({ folder: months.folderOf(month), id, nowMs }, () => {
      const stored = months.read(month, id);
      if (stored === undefined) return undefined;
      const changed = pictures.keep(changedRecord(stored, change));
      if (aliasOf(changed) !== aliasOf(stored)) months.noteNames(month, changed);
      if (changed === stored) return changed;
      const write = async (): Promise<JobRecord> => {
        await run(months.write(month, changed));
        return changed;
      };
      return isNoted(stored, changed) ? months.whileForgetting(month, [id], write) : write();
    });
  }

  /** Adds the record of a job that is new. Undefined if another process was quicker. */
  async function add(given: JobRecord): Promise<JobRecord | undefined> {
    const { id, recorded_at } = given;
    const owner = ownerOfSecondId(id, months);
    if (owner !== undefined) assertOwnId(owner, given);
    if (!pictures.holdsPicture(given)) return (await run(months.add(given))) ? given : undefined;
    // Pictures are named after the record. Of two requests with one id, only the one that gets the record writes its own.
    const month = monthOfTime(recorded_at);
    months.prepare(recorded_at);
    return withRecordLock({ folder: months.folderOf(month), id, nowMs }, async () => {
      // A file that is empty or damaged is replaced.
      if (months.read(month, id) !== undefined) return undefined;
      const job = pictures.keep(given);
      return (await run(months.add(job))) ? job : undefined;
    });
  }

  /** Calls `visit` with the facts of each job that was recorded since then, or a little earlier, in no promised order. */
  async function survey(sinceMs: number | undefined, visit: VisitFacts): Promise<void> {
    const { surveyJobs } = await import('../facts/survey.ts');
    surveyJobs({ months, sinceMs }, visit);
  }
  /** The jobs that match, newest first or in the order of the query, each once. A record is read when its turn comes. */
  async function* records(query: JobQuery): AsyncGenerator<JobRecord> {
    const { limit = Number.POSITIVE_INFINITY, sinceMs, beforeMs, where, order, mayBe, matches } = query;
    const listed = new Set<string>();
    let looked = 0;
    let wanted: ReadonlySet<string> | undefined;
    if (limit === 0) return;
    const places =
      order === undefined ? months.entries({ sinceMs, beforeMs }) : await ordered(query, { months, survey });
    for (const { month, id } of places) {
      if (listed.has(id)) continue;
      looked += 1;
      if (where !== undefined && order === undefined && looked > readFirst)
        wanted ??= await idsWhere(where, sinceMs, survey);
      const job = wanted?.has(id) === false ? undefined : months.readById(month, id, mayBe);
      if (job === undefined || where?.(factsOf(job)) === false || matches?.(job) === false) continue;
      listed.add(id);
      yield job;
      if (listed.size === limit) return;
    }
  }

  return {
    update,
    /** Resolves with the record as it stands on the disk. Throws as `assertOwnId` does. */
    async record(given: JobRecord): Promise<JobRecord> {
      const job = withAllOutputs(given);
      const { id } = job;
      const again = recordedAgain(job);
      return (await update(id, again)) ?? (await add(job)) ?? (await update(id, again)) ?? job;
    },
    records,
    survey,
  };
}

/**
 * The job that has an id as its second one, as far as the logs tell as they stand. Each new job asks, so nothing is compared with the
 * records, and a log that can't be read keeps no job from being recorded.
 */
function ownerOfSecondId(secondId: string, months: LedgerMonths): JobRecord | undefined {
  try {
    for (const month of months.names())
      for (const { id = '', name } of namesNoted(months.folderOf(month), {
        kind: 'alias',
        prefix: secondId,
      })) {
        const owner = name === secondId ? months.read(month, id) : undefined;
        if (owner !== undefined && aliasOf(owner) === secondId) return owner;
      }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
  return undefined;
}

/** Tells whether the index may have noted what a change makes untrue: the facts or the second id of a settled job. */
function isNoted(stored: JobRecord, changed: JobRecord): boolean {
  const before = factsOf(stored);
  return isSettled(before) && !(isSameJson(before, factsOf(changed)) && aliasOf(stored) === aliasOf(changed));
}

async function idsWhere(
  where: (facts: JobFacts) => boolean,
  sinceMs: number | undefined,
  survey: LedgerJobs['survey'],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  await survey(sinceMs, (facts) => {
    if (where(facts)) ids.add(facts.id);
  });
  return ids;
}

/** The places of jobs in an order of their facts. The index is read whole for it, and no record. */
async function ordered(
  { sinceMs = -Infinity, beforeMs = Infinity, where, order }: JobQuery,
  { months, survey }: Pick<JobPlaces, 'months'> & Pick<LedgerJobs, 'survey'>,
): Promise<{ month: string; id: string }[]> {
  const found: JobFacts[] = [];
  await survey(sinceMs, (facts) => {
    const isRecordedThen = facts.recordedAtMs >= sinceMs && facts.recordedAtMs < beforeMs;
    if (isRecordedThen && where?.(facts) !== false) found.push(facts);
  });
  return found.sort(order).flatMap(({ id }) => {
    const month = months.monthOf(id);
    return month === undefined ? [] : [{ month, id }];
  });
}

/**
 * Applies a change to the current record. A final state stays: an answer that was under way while the job ended can't undo the
 * end. The rest of the change still counts.
 */
function changedRecord(stored: JobRecord, change: ChangeRecord): JobRecord {
  const changed = change(stored);
  if (!isTerminal(stored.job.status) || isTerminal(changed.job.status)) return changed;
  const { job, raw, seen_at } = stored;
  return { ...changed, job, seen_at, ...(raw === undefined ? {} : { raw }) };
}

/**
 * The change for a job that is recorded a second time, as by `recover` or by two processes. It keeps what is known of the job
 * already. It throws as `assertOwnId` does: the record is locked meanwhile, so of two requests with one id exactly one has the job.
 */
function recordedAgain(record: JobRecord): ChangeRecord {
  return (stored) => {
    assertOwnId(stored, record);
    const { job, seen_at } = record;
    return { ...stored, intent: stored.intent ?? record.intent, job, seen_at };
  };
}
