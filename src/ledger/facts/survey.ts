import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { isoTime } from '../../text/iso-time.ts';
import { type LedgerMonths, monthOfTime } from '../records/months.ts';
import { parseJobRecord } from '../records/parse.ts';
import { readRecord, recordFileName, recordNames } from '../records/read.ts';
import { addFactsLines, factsLine, notedFacts } from './facts-log.ts';
import { factsOf, isSettled, type JobFacts } from './job-facts.ts';

export interface Survey {
  months: Pick<LedgerMonths, 'names' | 'folderOf'>;
  /** Months that ended before are left out. Unit: ms since 1970. */
  sinceMs: number | undefined;
  warn: Warn;
}

/** Calls `visit` once with the facts of each job, in no promised order; no record is read whose facts are noted. */
export function surveyJobs({ months, sinceMs, warn }: Survey, visit: (facts: JobFacts) => void): void {
  const firstMonth = sinceMs !== undefined && Number.isFinite(sinceMs) ? monthOfTime(isoTime(sinceMs)) : '';
  const wanted = months.names().filter((month) => month >= firstMonth);
  /** A job that two processes recorded at the turn of a month is in both, and counts once. */
  const seen = new Set<string>();
  for (const month of wanted)
    surveyMonth(createRecordFolder(months.folderOf(month)), warn, (facts) => {
      if (seen.has(facts.id)) return;
      if (wanted.length > 1) seen.add(facts.id);
      visit(facts);
    });
}

/** So many lines are written at a time. */
const linesMost = 1_000;

/**
 * The records are the truth, and the log spares reading them. The folder says which jobs there are; those that the log does not have are
 * read, and noted where they are settled. It follows that the log may be missing, torn, or from before a crash.
 *
 * Throws native errors; MachineError for a record of a newer genctl.
 */
function surveyMonth(month: RecordFolder, warn: Warn, visit: (facts: JobFacts) => void): void {
  const names = new Set(recordNames(month));
  const unread: string[] = [];
  for (const { facts, id } of notedFacts(month.path)) {
    // The name of nearly all, told without a look at its characters.
    const name = names.has(`${id}.json`) ? `${id}.json` : recordFileName(id);
    if (!names.delete(name)) continue;
    if (facts === undefined) unread.push(name);
    else visit(facts);
  }
  let lines: string[] = [];
  const note = (): void => {
    addFactsLines(month.path, lines);
    lines = [];
  };
  for (const name of [...names, ...unread]) {
    const record = readRecord(month, name, parseJobRecord, warn);
    // The file is empty, gone by now, torn, or that of another id.
    if (record === undefined || recordFileName(record.id) !== name) continue;
    const facts = factsOf(record);
    if (isSettled(facts)) lines.push(factsLine(facts));
    if (lines.length === linesMost) note();
    visit(facts);
  }
  note();
}
