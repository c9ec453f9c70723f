import { safeLine } from '../../rules/safe-text.ts';
import type { Look } from '../look.ts';
import type { JobDocument } from './job-document.ts';
import { formatMoney } from './money.ts';
import { paintStatus, statusSymbol } from './status-word.ts';
import { type Column, renderTable } from './table.ts';
import { cutToWidth } from './text-width.ts';
import { formatWhen } from './time.ts';

/** This much of a prompt tells jobs apart. Unit: columns. */
const promptColumnsMost = 200;

/**
 * Jobs as `jobs` lists them. Ids are always whole. In a narrow window the prompt is cut first, and then the other columns are
 * dropped; a state shrinks to its symbol before the prompt is dropped, because people know a job by its prompt.
 */
export function renderJobTable(jobs: readonly JobDocument[], look: Look, nowMs: number): string[] {
  return renderTable(jobs, jobColumns(look, nowMs), look);
}

function jobColumns(look: Look, nowMs: number): Column<JobDocument>[] {
  const { colors } = look;
  return [
    { title: 'ID', text: ({ id }) => id, dropOrder: 0, paint: colors.accent },
    {
      title: 'STATUS',
      text: (job) => `${statusSymbol(job.status, look)} ${safeLine(job.status)}`,
      plain: ({ status }) => status,
      narrow: ({ status }) => statusSymbol(status, look),
      dropOrder: 0,
      paint: (text, { status }) => paintStatus(status, text, look),
    },
    { title: 'MODEL', text: ({ model }) => model ?? '', dropOrder: 3 },
    {
      title: 'COST',
      text: ({ cost_usd }) => (cost_usd === null ? '' : formatMoney(cost_usd)),
      plain: ({ cost_usd }) => (cost_usd === null ? '' : String(cost_usd)),
      align: 'right',
      dropOrder: 4,
    },
    {
      title: 'CREATED',
      text: ({ created_at }) => (created_at === null ? '' : formatWhen(created_at, nowMs)),
      plain: ({ created_at }) => created_at ?? '',
      dropOrder: 2,
      paint: colors.dim,
    },
    {
      title: 'PROMPT',
      // A prompt may have 100,000 characters, and a line of a table shows a few.
      text: ({ prompt }) => cutToWidth(prompt ?? '', promptColumnsMost, look.symbols.ellipsis),
      dropOrder: 1,
      cutTo: 16,
    },
  ];
}
