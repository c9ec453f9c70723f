import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import type { DurableWork } from '../../files/durable-work.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import type { MonthIndexes } from '../proof/month-index.ts';
import { unprovenIndexes } from '../proof/unproven-indexes.ts';
import type { JobRecord } from '../record.ts';
import { createNamesLog } from './names-log.ts';
import { appendOrder, ensureOrderLog, orderPath } from './order.ts';
import { type Parse, parseJobRecord, recordBytes } from './parse.ts';
import { inspectRecord, recordFileName } from './read.ts';
import { monthOfTime, searchMonths } from './search-months.ts';

const monthPattern = /^\d{4}-\d{2}$/;

export type LedgerMonths = ReturnType<typeof openMonths>;

/**
 * The jobs, in one folder for each month: `YYYY-MM/<id>.json`, and beside them the logs of its index.
 *
 * @param indexes without them no index is compared with its records: for a glance that may lack a job.
 */
export function openMonths(path: string, warn: Warn, indexes: MonthIndexes = unprovenIndexes) {
  /** The folder of a month's records. */
  const folderOf = (month: string) => join(path, month);
  const recordsOf = (month: string) => createRecordFolder(folderOf(month));
  const noteNames = createNamesLog();
  /** `YYYY-MM`, newest first; none where nothing was ever recorded. */
  const names = () => monthsIn(path);
  const has = (month: string, id: string) => existsSync(join(folderOf(month), recordFileName(id)));
  /** Undefined for no record, and for one whose bytes can't be of a wanted job: that is not parsed, which takes longer than to read it. */
  const read = (month: string, id: string, mayBe?: MayBeJob) => readJob(recordsOf(month), id, warn, mayBe);
  /** The folder for a job of that time. */
  function madeFor(recordedAt: string): RecordFolder {
    const folder = recordsOf(monthOfTime(recordedAt));
    ensurePrivateFolder(folder.path);
    return folder;
  }

  /** As `read`, also where the files of records were given each other's names. To look only: a change would replace another job. */
  function readById(month: string, id: string, mayBe?: MayBeJob): JobRecord | undefined {
    const record = readFileOf(recordsOf(month), id, { warn, mayBe });
    return record === undefined || record.id === id ? record : readExchanged(recordsOf(month), record.id, id);
  }

  return {
    names,
    folderOf,
    readById,
    ...indexes,
    ...searchMonths({ names, folderOf, indexOf: indexes.indexOf }),
    read,
    has,
    find(id: string): JobRecord | undefined {
      for (const month of names()) {
        const record = readById(month, id);
        if (record !== undefined) return record;
      }
      return undefined;
    },
    /** Another word once another job was recorded, by any process; no log and no record is read. */
    mark(): string {
      const [newest = ''] = names();
      return `${newest} ${statSync(orderPath(folderOf(newest)), { throwIfNoEntry: false })?.size ?? 0}`;
    },
    /** The month that a job is recorded in; no record is read. */
    monthOf: (id: string) => names().find((month) => has(month, id)),
    write: (month: string, record: JobRecord) =>
      recordsOf(month).steps.write(recordFileName(record.id), recordBytes(record)),
    /** Writes a new record, after its line in the order log. False where the job is recorded already. */
    *add(record: JobRecord): DurableWork<boolean> {
      const folder = madeFor(record.recorded_at);
      const entry = { recordedAtMs: Date.parse(record.recorded_at), id: record.id };
      yield* appendOrder(folder, entry);
      noteNames(folder.path, record);
      return yield* claimRecord(folder, record, warn);
    },
    /** Throws where a job of that time could not be recorded later. */
    prepare(recordedAt: string): void {
      ensureOrderLog(madeFor(recordedAt));
    },
    /** Adds the names that a record has gained to the log of its month. */
    noteNames: (month: string, record: JobRecord) => noteNames(folderOf(month), record),
  };
}

/** Tells whether bytes may be of a wanted job. */
type MayBeJob = (bytes: Uint8Array) => boolean;

function readJob(folder: RecordFolder, id: string, warn: Warn, mayBe?: MayBeJob): JobRecord | undefined {
  const record = readFileOf(folder, id, { warn, mayBe });
  // On a file system that ignores case the file may belong to another id.
  return record?.id === id ? record : undefined;
}

/** So many files are looked at for a record whose file has the name of another one. */
const exchangedMost = 1_000;

/** Finds a record whose file was given the name of the next job, and so on, until one of them has it: no name is left over. */
function readExchanged(folder: RecordFolder, from: string, id: string): JobRecord | undefined {
  for (let looks = 1, holder = from; looks <= exchangedMost; looks += 1) {
    const record = readFileOf(folder, holder, { warn: () => {}, mayBe: undefined });
    if (record === undefined || record.id === id || record.id === holder)
      return record?.id === id ? record : undefined;
    holder = record.id;
  }
  return undefined;
}

/** The record in the file of an id, whichever job it is of. */
function readFileOf(
  folder: RecordFolder,
  id: string,
  { warn, mayBe }: { warn: Warn; mayBe: MayBeJob | undefined },
): JobRecord | undefined {
  let isPassed = false;
  const ownWords = Buffer.from(`"id":${JSON.stringify(id)}`);
  const parse: Parse<JobRecord | undefined> = (bytes) => {
    // A file of another job tells nothing of this one.
    isPassed = mayBe?.(bytes) === false && Buffer.from(bytes).includes(ownWords);
    return isPassed ? { kind: 'whole', value: undefined } : parseJobRecord(bytes);
  };
  const name = recordFileName(id);
  const found = inspectRecord(folder, name, parse);
  if (found.kind === 'torn') warn(found.message);
  if (found.kind === 'absent') warnOfDamage(folder, id, warn);
  return found.kind === 'whole' && !isPassed ? found.value : undefined;
}

/** Warns of a damaged record for as long as it lies there: it was set aside, or it is empty. */
function warnOfDamage(folder: RecordFolder, id: string, warn: Warn): void {
  const file = join(folder.path, recordFileName(id));
  const damaged = [file, `${file}.torn-1`].find((path) => existsSync(path));
  if (damaged !== undefined) warn(`the record of ${id} is damaged (${damaged}), and left out: genctl doctor`);
}

/** Writes a new record. False where the job is recorded already. */
function* claimRecord(folder: RecordFolder, record: JobRecord, warn: Warn): DurableWork<boolean> {
  const name = recordFileName(record.id);
  if ((yield* folder.steps.claim(name, recordBytes(record))) === 'claimed') return true;
  if (readJob(folder, record.id, warn) !== undefined) return false;
  const other = readFileOf(folder, record.id, { warn, mayBe: undefined });
  if (other !== undefined) throw nameTaken(join(folder.path, name), record.id, other.id);
  // A claimant without hard links left it empty, or it was torn and set aside.
  yield* folder.steps.write(name, recordBytes(record));
  return true;
}

/** `YYYY-MM`, newest first. */
function monthsIn(path: string): string[] {
  try {
    return readdirSync(path)
      .filter((name) => monthPattern.test(name))
      .sort()
      .reverse();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function nameTaken(path: string, id: string, owner: string): MachineError {
  const isSameName = owner.toLowerCase() === id.toLowerCase();
  return new MachineError({
    code: 'ledger_name_taken',
    message: `${id} can't be recorded: ${path} belongs to the job ${owner}`,
    why: isSameName
      ? 'their ids differ in capitals only, which this file system ignores'
      : 'a file of the ledger was renamed',
    hint: isSameName
      ? 'set GENCTL_HOME to a folder on a file system that does'
      : 'look at its files; doctor names those to move back',
    retryable: false,
    jobId: id,
  });
}

/** The end of a month in UTC. Unit: ms since 1970. */
export function monthEndMs(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}
