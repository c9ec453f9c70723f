import { createHashSet, idHash } from '../../text/id-hash.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { LedgerMonths } from '../records/months.ts';
import { monthOfTime } from '../records/search-months.ts';
import { factsLine, notedFacts } from './facts-log.ts';
import { factsOf, isSettled, type JobFacts } from './job-facts.ts';

export interface Survey {
  months: Pick<LedgerMonths, 'entriesOf' | 'folderOf' | 'indexOf' | 'names' | 'noteFacts' | 'readById'>;
  /** Months that ended before are left out. Unit: ms since 1970. */
  sinceMs: number | undefined;
}

/** Receives the facts of a job, and the month in whose folder its record is. */
export type VisitFacts = (facts: JobFacts, month: string) => void;

/** Calls `visit` once with the facts of each job, in no promised order; no record is read whose facts are noted. */
export function surveyJobs({ months, sinceMs }: Survey, visit: VisitFacts): void {
  const firstMonth = sinceMs !== undefined && Number.isFinite(sinceMs) ? monthOfTime(isoTime(sinceMs)) : '';
  const wanted = months.names().filter((month) => month >= firstMonth);
  /** A job that is recorded in two months counts once, by the newest: as `find` has it. */
  const seen = createHashSet();
  for (const month of wanted)
    surveyMonth(month, months, (facts) => {
      if (wanted.length === 1 || seen.add(idHash(facts.id))) visit(facts, month);
    });
}

/**
 * The records are the truth, and the log spares reading them. The index says which jobs there are. A job whose facts are not noted is
 * read, and its facts are noted if it is settled.
 *
 * Throws native errors; MachineError for a record of a newer genctl.
 */
function surveyMonth(month: string, months: Survey['months'], visit: (facts: JobFacts) => void): void {
  const index = months.indexOf(month, 'facts');
  const seen = createHashSet();
  const unread: string[] = [];
  for (const { facts, id } of notedFacts(months.folderOf(month), index.facts)) {
    if (!seen.add(idHash(id))) continue;
    if (facts === undefined) unread.push(id);
    else visit(facts);
  }
  for (const { id } of months.entriesOf(month, index)) if (seen.add(idHash(id))) unread.push(id);
  const lines: string[] = [];
  for (const id of unread) {
    const record = months.readById(month, id);
    if (record === undefined) continue;
    const facts = factsOf(record);
    if (isSettled(facts)) lines.push(factsLine(facts));
    visit(facts);
  }
  months.noteFacts(month, index, lines);
}
