import type { JobDocument } from '../../ledger/job-document.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { type Column, columnsLeftOut, renderTable, tableHeader } from '../../terminal/table.ts';
import { textLines } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { counted } from '../../text/shown-value.ts';
import type { JobColumnName } from './job-column-names.ts';
import { jobColumns } from './job-columns.ts';

/** The columns where none are chosen. What a pipe gets of them is a contract with scripts. */
const usualColumns = ['id', 'status', 'model', 'cost', 'created', 'prompt'] as const;

/** The order in which the usual columns are dropped: the largest number goes first; an id and a state never go. */
const dropOrders = {
  id: 0,
  status: 0,
  model: 3,
  cost: 4,
  created: 2,
  prompt: 1,
} as const satisfies Record<(typeof usualColumns)[number], number>;

/**
 * Jobs as `jobs` lists them. Ids are never cut. In a narrow window the prompt is cut first, and then the other columns are
 * dropped; a state shrinks to its symbol before the prompt is dropped, because people know a job by its prompt. Of chosen columns
 * the last are dropped first, and none for being empty. `nowMs` is the wall clock.
 */
export function renderJobTable(
  jobs: readonly JobDocument[],
  look: Look,
  nowMs: number,
  columns?: readonly JobColumnName[],
): string[] {
  return renderTable(jobs, shownColumns(look, nowMs, columns), look);
}

/** The row that names the columns for a program. */
export function jobTableHeader(look: Look, columns: readonly JobColumnName[] | undefined): string {
  return tableHeader(shownColumns(look, 0, columns));
}

/** Says which of the chosen columns a terminal has no room for, and how they are seen. */
export function tellLeftOut(
  { around, clock, terminal: { err, out } }: OutputMeans,
  jobs: readonly JobDocument[],
  columns: readonly JobColumnName[],
): void {
  const titles = columnsLeftOut(jobs, shownColumns(out, clock.nowMs(), columns), out);
  if (titles.length === 0) return;
  const line = shellLine(['genctl', ...around.argv]);
  const text = `${counted(titles.length, 'column')} ${titles.length === 1 ? 'does' : 'do'} not fit: ${titles.join(', ')}. To see all:`;
  err.lines([...textLines({ text }, err), `  ${line} | cat`]);
}

function shownColumns(
  look: Look,
  nowMs: number,
  columns: readonly JobColumnName[] | undefined,
): Column<JobDocument>[] {
  const all = jobColumns(look, nowMs);
  return (
    columns?.map((name, place) => ({ ...all[name], dropOrder: place, isKept: true })) ??
    usualColumns.map((name) => ({ ...all[name], dropOrder: dropOrders[name] }))
  );
}
