import { createHashSet, idHash } from '../../text/id-hash.ts';
import { isoTime } from '../../text/iso-time.ts';
import { type LedgerMonths, monthOfTime } from '../records/months.ts';
import { addFactsLines, factsLine, notedFacts } from './facts-log.ts';
import { factsOf, isSettled, type JobFacts } from './job-facts.ts';

export interface Survey {
  months: Pick<LedgerMonths, 'entriesIn' | 'folderOf' | 'names' | 'read'>;
  /** Months that ended before are left out. Unit: ms since 1970. */
  sinceMs: number | undefined;
}

/** Calls `visit` once with the facts of each job, in no promised order; no record is read whose facts are noted. */
export function surveyJobs({ months, sinceMs }: Survey, visit: (facts: JobFacts) => void): void {
  const firstMonth = sinceMs !== undefined && Number.isFinite(sinceMs) ? monthOfTime(isoTime(sinceMs)) : '';
  const wanted = months.names().filter((month) => month >= firstMonth);
  /** A job that two processes recorded at the turn of a month is in both, and counts once. */
  const seen = createHashSet();
  for (const month of wanted)
    surveyMonth(month, months, (facts) => {
      if (wanted.length === 1 || seen.add(idHash(facts.id))) visit(facts);
    });
}

/** So many lines are written at a time. */
const linesMost = 1_000;

/**
 * The records are the truth, and the log spares reading them. The order log says which jobs there are; those whose facts are not noted
 * are read, and noted where they are settled. It follows that the log may be missing, torn, or from before a crash.
 *
 * Throws native errors; MachineError for a record of a newer genctl.
 */
function surveyMonth(month: string, months: Survey['months'], visit: (facts: JobFacts) => void): void {
  const folder = months.folderOf(month);
  const seen = createHashSet();
  const unread: string[] = [];
  for (const { facts, id } of notedFacts(folder)) {
    if (!seen.add(idHash(id))) continue;
    if (facts === undefined) unread.push(id);
    else visit(facts);
  }
  for (const { id } of months.entriesIn(month)) if (seen.add(idHash(id))) unread.push(id);
  let lines: string[] = [];
  const note = (): void => {
    addFactsLines(folder, lines);
    lines = [];
  };
  for (const id of unread) {
    const record = months.read(month, id);
    if (record === undefined) continue;
    const facts = factsOf(record);
    if (isSettled(facts)) lines.push(factsLine(facts));
    if (lines.length === linesMost) note();
    visit(facts);
  }
  note();
}
