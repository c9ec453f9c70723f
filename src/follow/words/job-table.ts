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
import type { JobColumnName } from './job-column-names.ts';
import { paintStatus, statusSymbol } from './status-word.ts';

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

/** This much of a prompt tells jobs apart. Unit: columns. */
const promptColumnsMost = 200;

/** The content of a column, without the rules for little room. */
type JobColumn = Omit<Column<JobDocument>, 'dropOrder' | 'isKept'>;

/** Every column that a list of jobs may have. `nowMs` is the wall clock. */
function jobColumns(look: Look, nowMs: number): Record<JobColumnName, JobColumn> {
  return {
    ...stateColumns(look),
    ...timeColumns(look, nowMs),
    ...requestColumns(look),
    ...originColumns(look),
  };
}

function stateColumns(look: Look) {
  const { colors } = look;
  return {
    id: { title: 'ID', text: ({ id }) => look.ids.of(id), plain: ({ id }) => id, paint: colors.accent },
    status: {
      title: 'STATUS',
      text: (job) => `${statusSymbol(job.status, look)} ${safeLine(job.status)}`,
      plain: ({ status }) => status,
      narrow: ({ status }) => statusSymbol(status, look),
      paint: (text, { status }) => paintStatus(status, text, look),
    },
    cost: {
      title: 'COST',
      text: ({ cost_usd }) => (cost_usd === null ? '' : formatMoney(cost_usd)),
      plain: ({ cost_usd }) => (cost_usd === null ? '' : String(cost_usd)),
      align: 'right',
    },
    error: { title: 'ERROR', text: ({ error }) => error?.code ?? '', paint: colors.bad },
    files: {
      title: 'FILES',
      text: (job) =>
        pathsOf(job)
          .map((path) => splitPath(path).name)
          .join(' '),
      plain: (job) => pathsOf(job).join(' '),
      cutTo: 16,
    },
  } satisfies Partial<Record<JobColumnName, JobColumn>>;
}

function timeColumns({ colors }: Look, nowMs: number) {
  return {
    created: {
      title: 'CREATED',
      text: ({ created_at }) => (created_at === null ? '' : formatWhen(created_at, nowMs)),
      plain: ({ created_at }) => created_at ?? '',
      paint: colors.dim,
    },
    age: {
      title: 'AGE',
      text: ({ created_at }) => formatSpan(created_at, nowMs) ?? '',
      plain: ({ created_at }) => secondsBetween(created_at, nowMs),
      align: 'right',
    },
    took: {
      title: 'TOOK',
      text: ({ completed_at, created_at }) => formatSpan(created_at, Date.parse(completed_at ?? '')) ?? '',
      plain: ({ completed_at, created_at }) => secondsBetween(created_at, Date.parse(completed_at ?? '')),
      align: 'right',
    },
  } satisfies Partial<Record<JobColumnName, JobColumn>>;
}

function requestColumns({ symbols }: Look) {
  return {
    model: { title: 'MODEL', text: ({ model }) => model ?? '' },
    prompt: {
      title: 'PROMPT',
      // A prompt may have 100,000 characters, and a line of a table shows a few.
      text: ({ prompt }) => cutToWidth(prompt ?? '', promptColumnsMost, symbols.ellipsis),
      cutTo: 16,
    },
    seed: { title: 'SEED', text: ({ seed }) => (seed === null ? '' : String(seed)), align: 'right' },
  } satisfies Partial<Record<JobColumnName, JobColumn>>;
}

function originColumns({ ids }: Look) {
  return {
    tags: { title: 'TAGS', text: ({ tags }) => (tags === null ? '' : tagsText(tags)), cutTo: 16 },
    batch: { title: 'BATCH', text: ({ batch }) => batch ?? '', cutTo: 12 },
    shot: { title: 'SHOT', text: ({ shot }) => shot ?? '', cutTo: 12 },
    once: { title: 'ONCE', text: ({ once }) => once ?? '', cutTo: 16 },
    draft: {
      title: 'DRAFT',
      text: ({ draft_of }) => (draft_of === null ? '' : ids.of(draft_of)),
      plain: ({ draft_of }) => draft_of ?? '',
    },
    finals: {
      title: 'FINALS',
      text: ({ finals }) => (finals ?? []).map(ids.of).join(' '),
      plain: ({ finals }) => (finals ?? []).join(' '),
      cutTo: 16,
    },
    profile: { title: 'PROFILE', text: ({ profile }) => profile ?? '' },
    route: { title: 'ROUTE', text: ({ route }) => route },
  } satisfies Partial<Record<JobColumnName, JobColumn>>;
}

function pathsOf({ outputs }: JobDocument): string[] {
  return (outputs ?? []).flatMap(({ path }) => path ?? []);
}

/** Whole seconds; empty where one of the times is not known. */
function secondsBetween(fromIso: string | null, toMs: number): string {
  const ms = toMs - Date.parse(fromIso ?? '');
  return Number.isNaN(ms) ? '' : String(Math.round(ms / 1_000));
}
