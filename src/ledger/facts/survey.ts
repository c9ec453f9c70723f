import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MachineError } from '../../errors/endings.ts';
import { beginDraftFile, type DraftFile } from '../../files/draft-file.ts';
import { ensurePrivateFolder, namesIn } from '../../files/folder.ts';
import { linesFromEnd } from '../../files/read-span.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { isoTime } from '../../text/iso-time.ts';
import { type LedgerMonths, monthOfTime } from '../records/months.ts';
import { orderPath } from '../records/order.ts';
import { parseJobRecord } from '../records/parse.ts';
import { readRecord, recordFileName, recordNames } from '../records/read.ts';
import {
  endText,
  type FactLine,
  type FactsEnd,
  factText,
  isSameStamp,
  isSettled,
  readEnd,
  readFactLine,
  stampOf,
} from './fact-line.ts';
import { factsOf, type JobFacts } from './job-facts.ts';

const extension = '.ndjson';

export interface Survey {
  /** The ledger's folder. */
  ledger: string;
  months: Pick<LedgerMonths, 'names' | 'folderOf'>;
  /** Months that ended before are left out. Unit: ms since 1970. */
  sinceMs: number | undefined;
  warn: Warn;
}

/**
 * Calls `visit` once with the facts of each job, in no promised order; no record is read whose facts an index holds. The indexes
 * of months that are gone are removed.
 */
export function surveyJobs(
  { ledger, months, sinceMs, warn }: Survey,
  visit: (facts: JobFacts) => void,
): void {
  const folder = join(ledger, 'facts');
  const names = months.names();
  const firstMonth = sinceMs !== undefined && Number.isFinite(sinceMs) ? monthOfTime(isoTime(sinceMs)) : '';
  const wanted = names.filter((month) => month >= firstMonth);
  /** A job that two processes recorded at the turn of a month is in both, and counts once. */
  const seen = new Set<string>();
  for (const month of wanted) {
    visitMonth(
      { path: months.folderOf(month), index: join(folder, `${month}${extension}`), warn },
      (facts) => {
        if (seen.has(facts.id)) return;
        if (wanted.length > 1) seen.add(facts.id);
        visit(facts);
      },
    );
  }
  for (const name of namesIn(folder)) {
    if (name.endsWith(extension) && !names.includes(name.slice(0, -extension.length)))
      rmSync(join(folder, name), { force: true });
  }
}

/** A month whose order log is shorter has no index: its few hundred records are read as quickly. Unit: bytes. */
const indexedFrom = 8 * 1024;

interface MonthOfFacts {
  /** The folder of the month's records. */
  path: string;
  /** The path of the month's index. */
  index: string;
  warn: Warn;
}

/**
 * Calls `visit` with the facts of each job of a month, in no promised order.
 *
 * The records are the truth, and the index spares reading them. A record always changes by a new file under the old name, which
 * also changes the time of its folder. So where that time is the one that the index noted, every line holds; else the lines
 * hold whose files are the same, the other records are read, and the index is made anew. It follows that the index may be
 * missing, old, or from before a crash.
 *
 * Throws native errors; MachineError for a record of a newer genctl, and for a damaged index, which is removed.
 */
function visitMonth(month: MonthOfFacts, visit: (facts: JobFacts) => void): void {
  const end = readEndOf(month.index);
  if (end?.folderMs !== undefined && end.folderMs === folderMsOf(month.path)) visitLines(month, end, visit);
  else refresh(month, end, visit);
}

/** When a folder last changed. On Windows not every file system notes that. Unit: ms since 1970. */
function folderMsOf(path: string): number | undefined {
  return process.platform === 'win32' ? undefined : statSync(path).mtimeMs;
}

/** The last line of an index, where the index is one and is whole. */
function readEndOf(index: string): FactsEnd | undefined {
  try {
    for (const line of linesFromEnd(index, '')) {
      if (line === '') continue;
      const end = readEnd(line);
      return end !== undefined && end.bytes + line.length + 1 === statSync(index).size ? end : undefined;
    }
  } catch {
    // An index that can't be read is as good as none.
  }
  return undefined;
}

function visitLines({ index }: MonthOfFacts, { lines }: FactsEnd, visit: (facts: JobFacts) => void): void {
  let count = 0;
  for (const { facts } of factLines(index)) {
    count += 1;
    visit(facts);
  }
  if (count === lines) return;
  rmSync(index);
  throw new MachineError({
    code: 'index_damaged',
    message: `${index} was damaged and is removed`,
    why: `${lines - count} of its ${lines} lines were unreadable; the next command rebuilds it from the records`,
    hint: 'run the command again',
  });
}

function* factLines(index: string): Generator<FactLine> {
  for (const text of linesFromEnd(index, '')) {
    const line = text === '' ? undefined : readFactLine(text);
    if (line !== undefined) yield line;
  }
}

/** Reads the records that the index does not hold as they are, and makes the index anew. */
function refresh(month: MonthOfFacts, end: FactsEnd | undefined, visit: (facts: JobFacts) => void): void {
  const { index, path } = month;
  const draft = isLong(orderPath(path)) ? beginIndex(index) : undefined;
  try {
    const folderMs = folderMsOf(path);
    const names = new Set(recordNames(createRecordFolder(path)));
    const take = (line: FactLine): void => {
      draft?.add(line);
      visit(line.facts);
    };
    for (const line of end === undefined ? [] : factLines(index)) {
      const name = recordFileName(line.facts.id);
      if (!names.has(name) || !isAsNoted(join(path, name), line)) continue;
      names.delete(name);
      take(line);
    }
    let unread = 0;
    for (const name of names) {
      const line = readLine(month, name);
      if (line === undefined) unread += 1;
      else take(line);
    }
    // An empty file gets its record without any change of the folder.
    draft?.finish(unread === 0 ? folderMs : undefined);
  } finally {
    draft?.leave();
  }
}

function isLong(orderLog: string): boolean {
  return (statSync(orderLog, { throwIfNoEntry: false })?.size ?? 0) >= indexedFrom;
}

function isAsNoted(file: string, { stamp }: FactLine): boolean {
  if (stamp === undefined) return false;
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && isSameStamp(stampOf(found), stamp);
}

/** Undefined where there is no record: the file is empty, gone by now, torn, or that of another id. */
function readLine({ path, warn }: MonthOfFacts, name: string): FactLine | undefined {
  // Looked at before it is read: a record that is replaced in between does not match, and is read again the next time.
  const found = statSync(join(path, name), { throwIfNoEntry: false });
  const record =
    found === undefined ? undefined : readRecord(createRecordFolder(path), name, parseJobRecord, warn);
  if (found === undefined || record === undefined || recordFileName(record.id) !== name) return undefined;
  return { facts: factsOf(record), stamp: stampOf(found) };
}

/**
 * Begins an index; what is looked at from here on, and changed later, has a later time than the draft. Nothing here throws: without an
 * index the next search is slower, and nothing else.
 */
function beginIndex(index: string) {
  let draft: DraftFile | undefined;
  let lines = 0;
  const isOld = (ms: number): boolean => draft !== undefined && isSettled(ms, draft.begunMs);

  function attempt<Value>(work: () => Value): Value | undefined {
    try {
      return work();
    } catch {
      leave();
      return undefined;
    }
  }
  function leave(): void {
    draft?.leave();
    draft = undefined;
  }

  draft = attempt(() => {
    ensurePrivateFolder(dirname(index));
    return beginDraftFile(index);
  });
  return {
    add({ facts, stamp }: FactLine): void {
      const kept = stamp !== undefined && isOld(stamp.modifiedMs) ? stamp : undefined;
      lines += 1;
      attempt(() => draft?.write(factText({ facts, stamp: kept })));
    },
    /**
     * Puts the index in place of the one before.
     *
     * @param folderMs when the folder of the records had last changed, before its names were read; undefined where the lines are
     *   not all of it. Unit: ms since 1970.
     */
    finish(folderMs: number | undefined): void {
      const noted = folderMs !== undefined && isOld(folderMs) ? folderMs : undefined;
      attempt(() => {
        draft?.write(endText({ lines, bytes: draft.bytes, folderMs: noted }));
        draft?.finish();
        draft = undefined;
      });
    },
    leave,
  };
}
