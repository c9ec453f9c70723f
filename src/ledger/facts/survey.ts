import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../files/folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { isoTime } from '../../text/time.ts';
import { type LedgerMonths, monthOfTime } from '../records/months.ts';
import type { JobFacts } from './job-facts.ts';
import { visitMonth } from './month-facts.ts';

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
