import type { JobDocument } from '../../ledger/job-document.ts';
import { tagsText } from '../../ledger/rules/tags.ts';
import type { Column } from '../../terminal/table.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { splitPath } from '../../text/split-path.ts';
import { cutToWidth } from '../../text/text-width.ts';
import { formatSpan, formatWhen } from '../../text/time.ts';
import type { JobColumnName } from './job-column-names.ts';
import { paintStatus, statusSymbol } from './status-word.ts';

/** This much of a prompt tells jobs apart. Unit: columns. */
const promptColumnsMost = 200;

/** The content of a column, without the rules for little room. */
type JobColumn = Omit<Column<JobDocument>, 'dropOrder' | 'isKept'>;

/** Every column that a list of jobs may have. `nowMs` is the wall clock. */
export function jobColumns(look: Look, nowMs: number): Record<JobColumnName, JobColumn> {
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
