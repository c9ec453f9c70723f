import type { JobDocument } from '../../ledger/job-document.ts';
import { tagsText } from '../../ledger/rules/tags.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { type Column, columnsLeftOut, renderTable, tableHeader } from '../../terminal/table.ts';
import { textLines } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { counted } from '../../text/shown-value.ts';
import { splitPath } from '../../text/split-path.ts';
import { cutToWidth } from '../../text/text-width.ts';
import { formatSpan, formatWhen } from '../../text/time.ts';
import { columnsOfAccounts, type JobColumnName, usualColumns } from './job-column-names.ts';
import { paintStatus, statusSymbol } from './status-word.ts';

/** The order in which the usual columns are dropped: the largest number goes first; an id and a state never go. */
const dropOrders = {
  id: 0,
  status: 0,
  model: 3,
  cost: 4,
  created: 2,
  prompt: 1,
  profile: 1.5,
} as const satisfies Record<(typeof usualColumns)[number] | 'profile', number>;

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
  if (columns === columnsOfAccounts) return;
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
  const columnOf = (name: JobColumnName) => ({
    title: name.toUpperCase(),
    ...jobColumns[name](look, nowMs),
  });
  if (columns === undefined || columns === columnsOfAccounts) {
    const usual = columns === undefined ? usualColumns : ([...usualColumns, 'profile'] as const);
    return usual.map((name) => ({ ...columnOf(name), dropOrder: dropOrders[name] }));
  }
  return columns.map((name, place) => ({ ...columnOf(name), dropOrder: place, isKept: true }));
}

/** This much of a prompt tells jobs apart. Unit: columns. */
const promptColumnsMost = 200;

/** The content of a column, without its name and the rules for little room. */
type JobColumn = Omit<Column<JobDocument>, 'dropOrder' | 'isKept' | 'title'>;

/** Every column that a list of jobs may have. `nowMs` is the wall clock. */
const jobColumns: Record<JobColumnName, (look: Look, nowMs: number) => JobColumn> = {
  id: ({ colors, ids }) => ({ text: ({ id }) => ids.of(id), plain: ({ id }) => id, paint: colors.accent }),
  status: (look) => ({
    text: ({ status }) => `${statusSymbol(status, look)} ${safeLine(status)}`,
    plain: ({ status }) => status,
    narrow: ({ status }) => statusSymbol(status, look),
    paint: (text, { status }) => paintStatus(status, text, look),
  }),
  cost: () => ({
    text: ({ cost_usd }) => (cost_usd === null ? '' : formatMoney(cost_usd)),
    plain: ({ cost_usd }) => String(cost_usd ?? ''),
    align: 'right',
  }),
  error: ({ colors }) => ({ text: ({ error }) => error?.code ?? '', paint: colors.bad }),
  files: () => ({
    text: (job) =>
      pathsOf(job)
        .map((path) => splitPath(path).name)
        .join(' '),
    plain: (job) => pathsOf(job).join(' '),
    cutTo: 16,
  }),
  created: ({ colors }, nowMs) => ({
    text: ({ created_at }) => (created_at === null ? '' : formatWhen(created_at, nowMs)),
    plain: ({ created_at }) => created_at ?? '',
    paint: colors.dim,
  }),
  age: (_, nowMs) => span(() => nowMs),
  took: () => span(({ completed_at }) => Date.parse(completed_at ?? '')),
  model: () => ({ text: ({ model }) => model ?? '' }),
  // A prompt may have 100,000 characters, and a line of a table shows a few.
  prompt: ({ symbols }) => ({
    text: ({ prompt }) => cutToWidth(prompt ?? '', promptColumnsMost, symbols.ellipsis),
    cutTo: 16,
  }),
  seed: () => ({ text: ({ seed }) => String(seed ?? ''), align: 'right' }),
  tags: () => ({ text: ({ tags }) => (tags === null ? '' : tagsText(tags)), cutTo: 16 }),
  batch: () => ({ text: ({ batch }) => batch ?? '', cutTo: 12 }),
  shot: () => ({ text: ({ shot }) => shot ?? '', cutTo: 12 }),
  once: () => ({ text: ({ once }) => once ?? '', cutTo: 16 }),
  draft: ({ ids }) => ({
    text: ({ draft_of }) => (draft_of === null ? '' : ids.of(draft_of)),
    plain: ({ draft_of }) => draft_of ?? '',
  }),
  finals: ({ ids }) => ({
    text: ({ finals }) => (finals ?? []).map(ids.of).join(' '),
    plain: ({ finals }) => (finals ?? []).join(' '),
    cutTo: 16,
  }),
  profile: () => ({ text: ({ profile }) => profile ?? '' }),
  route: () => ({ text: ({ route }) => route }),
};

/** The time from the begin of a job: in words, and for a program in whole seconds; empty where it is not known. */
function span(endMs: (job: JobDocument) => number): JobColumn {
  return {
    text: (job) => formatSpan(job.created_at, endMs(job)) ?? '',
    plain(job) {
      const ms = endMs(job) - Date.parse(job.created_at ?? '');
      return Number.isNaN(ms) ? '' : String(Math.round(ms / 1_000));
    },
    align: 'right',
  };
}

function pathsOf({ outputs }: JobDocument): string[] {
  return (outputs ?? []).flatMap(({ path }) => path ?? []);
}
