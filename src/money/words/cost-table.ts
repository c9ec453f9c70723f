import { type Column, columnGap, renderTable, tableHeader, tableWidth } from '../../terminal/table.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney, plainUsd, usdOf } from '../../text/money.ts';
import { counted } from '../../text/shown-value.ts';
import { type CostGroup, type CostSum, tagOfKey } from '../costs.ts';

/** Rows that are grouped by the same: each has a bar against the dearest of them. */
export interface CostSection {
  /** The name of what they are grouped by, such as `day` or `tag:client`. */
  title: string;
  rows: readonly CostGroup[];
}

interface ShownRow {
  kind: 'group' | 'gap' | 'space' | 'title' | 'total';
  label: string;
  sum?: CostSum;
  /** The cost as a share of the dearest of its section, from 0 to 1. */
  share?: number;
}

/** The room that bars take. With less than the least there are none. Unit: columns. */
const barColumns = { least: 8, most: 32 } as const;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The charges, with a bar in each row and the total last. Where days without a job lie between two rows, a row counts them. So no
 * two rows are neighbours whose days are not. Off a terminal there are only the rows, so that a program can add them up.
 */
export function renderCostTable(sections: readonly CostSection[], total: CostSum, look: Look): string[] {
  const shown = sections.flatMap((section, place) => sectionRows(section, place > 0, look));
  if (look.isTerminal) shown.push({ kind: 'total', label: 'total', sum: total });
  const columns = costColumns(sections[0]?.title ?? '', shown, look);
  return renderTable(shown, look.isTerminal ? withBars(columns, shown, look) : columns, look);
}

/** The row that names the columns for a program. `title` is what the rows are grouped by. */
export function costTableHeader(title: string, look: Look): string {
  return tableHeader(costColumns(title, [], look));
}

function sectionRows({ rows, title }: CostSection, isFurther: boolean, look: Look): ShownRow[] {
  const most = Math.max(0, ...rows.map(({ microUsd }) => microUsd));
  const lacking = title === 'batch' ? title : tagOfKey(title);
  const unnamed = lacking === undefined ? '(not known)' : `(no ${lacking})`;
  const shown = rows.flatMap(({ key, ...sum }, place): ShownRow[] => [
    ...(look.isTerminal && title === 'day' ? gapBefore(rows[place - 1]?.key, key, look) : []),
    { kind: 'group', label: key ?? unnamed, sum, share: most === 0 ? 0 : sum.microUsd / most },
  ]);
  if (!isFurther) return shown;
  return [{ kind: 'space', label: '' }, { kind: 'title', label: title.toUpperCase() }, ...shown];
}

/** The days between two days that have jobs: one as itself, more of them as their number. */
function gapBefore(before: string | null | undefined, after: string | null, { symbols }: Look): ShownRow[] {
  const fromMs = Date.parse(before ?? '');
  const days = Math.round((Date.parse(after ?? '') - fromMs) / dayMs) - 1;
  if (Number.isNaN(days) || days < 1) return [];
  const label =
    days > 1 ? `${symbols.ellipsis} ${counted(days, 'day')}` : isoTime(fromMs + dayMs).slice(0, 10);
  return [{ kind: 'gap', label }];
}

function costColumns(title: string, rows: readonly ShownRow[], look: Look): Column<ShownRow>[] {
  const { colors } = look;
  const { bold, dim, warn } = colors;
  const isTotal = ({ kind }: ShownRow): boolean => kind === 'total';
  const name = (text: string, row: ShownRow): string =>
    row.kind === 'group' ? text : isTotal(row) ? bold(text) : dim(text);
  const count = (text: string, row: ShownRow): string => (isTotal(row) ? bold(text) : dim(text));
  const digits = Math.max(...rows.flatMap(({ sum }) => (sum === undefined ? [] : [decimalsOf(sum)])));
  const number = (read: (sum: CostSum) => string) => (row: ShownRow) =>
    row.sum === undefined ? '' : read(row.sum);
  const right = { align: 'right' } as const;
  return [
    { title: title.toUpperCase(), text: ({ label }) => label, dropOrder: 0, paint: name },
    {
      title: 'COST',
      text: number((sum) => (isUnknown(sum) ? 'unknown' : `$${usdOf(sum.microUsd).toFixed(digits)}`)),
      plain: number(plainCost),
      ...right,
      dropOrder: 0,
      paint: (text, row) => (isTotal(row) ? bold(text) : text),
    },
    { title: 'JOBS', text: number(({ jobs }) => String(jobs)), ...right, dropOrder: 1, paint: count },
    { title: 'CHARGED', text: number((sum) => String(sum.charged)), ...right, dropOrder: 3, paint: count },
    {
      title: 'NOT KNOWN',
      text: number(({ unknown }) => (unknown === 0 ? '' : String(unknown))),
      plain: number(({ unknown }) => String(unknown)),
      ...right,
      dropOrder: 2,
      paint: warn,
    },
  ];
}

/** The cost as a program reads it: empty where nothing is known of it, because an unknown cost is not 0. */
export function plainCost(sum: CostSum): string {
  return isUnknown(sum) ? '' : plainUsd(usdOf(sum.microUsd));
}

/** Tells whether nothing is known of what jobs cost: of v1 nothing ever is. */
function isUnknown({ charged, unknown }: CostSum): boolean {
  return charged === 0 && unknown > 0;
}

/** The columns with a bar after the amount, as long as the room that the others leave; none where that is little. */
function withBars(columns: Column<ShownRow>[], rows: readonly ShownRow[], look: Look): Column<ShownRow>[] {
  const room = look.columns - tableWidth(rows, columns) - columnGap;
  const [name, cost, ...others] = columns;
  if (room < barColumns.least || name === undefined || cost === undefined) return columns;
  const bar: Column<ShownRow> = {
    title: '',
    text: ({ share = 0 }) => renderBar(share, Math.min(room, barColumns.most), look),
    dropOrder: 4,
    paint: look.colors.accent,
  };
  return [name, cost, bar, ...others];
}

function decimalsOf({ microUsd }: CostSum): number {
  const money = formatMoney(usdOf(microUsd));
  return money.length - money.indexOf('.') - 1;
}

/** A bar for a share from 0 to 1. A share above 0 always shows. Unit: columns. */
export function renderBar(share: number, columns: number, { symbols }: Pick<Look, 'symbols'>): string {
  const steps = symbols.bar.length;
  const wanted = Math.round(Math.min(1, share) * columns * steps);
  const length = share > 0 ? Math.max(1, wanted) : 0;
  const full = symbols.bar.at(-1) ?? '';
  const rest = length % steps;
  return full.repeat(Math.floor(length / steps)) + (rest === 0 ? '' : (symbols.bar[rest - 1] ?? ''));
}
