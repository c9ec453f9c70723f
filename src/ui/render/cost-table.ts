import { usdOf } from '../../rules/money.ts';
import type { Look } from '../look.ts';
import { formatMoney } from './money.ts';
import { type Column, renderTable } from './table.ts';

/** A row of `costs`: jobs that share a day, a model, a profile or a batch. */
export interface CostRow {
  /** Null where the jobs do not say, and for those of no batch. */
  key: string | null;
  jobs: number;
  charged: number;
  unknown: number;
  /** Unit: millionths of a USD. */
  microUsd: number;
}

interface ShownRow extends CostRow {
  isTotal: boolean;
}

const barColumns = 24;

/**
 * The charges, with a bar in each row and the total last. Off a terminal there are only the rows, so that a program can add
 * them up.
 */
export function renderCostTable(
  title: string,
  rows: readonly CostRow[],
  total: Omit<CostRow, 'key'>,
  look: Look,
): string[] {
  const shown = rows.map((row): ShownRow => ({ ...row, isTotal: false }));
  if (look.isTerminal) shown.push({ ...total, key: 'total', isTotal: true });
  return renderTable(shown, costColumns(title, shown, look), look);
}

function costColumns(title: string, rows: readonly ShownRow[], look: Look): Column<ShownRow>[] {
  const { colors } = look;
  const emphasis = (text: string, { isTotal }: ShownRow) => (isTotal ? colors.bold(text) : text);
  const dim = (text: string, { isTotal }: ShownRow) => (isTotal ? colors.bold(text) : colors.dim(text));
  const digits = Math.max(...rows.map(({ microUsd }) => decimalsOf(formatMoney(usdOf(microUsd)))));
  const most = Math.max(0, ...rows.filter(({ isTotal }) => !isTotal).map(({ microUsd }) => microUsd));
  const bar: Column<ShownRow> = {
    title: '',
    text: ({ isTotal, microUsd }) =>
      isTotal || most === 0 ? '' : renderBar(microUsd / most, barColumns, look),
    dropOrder: 2,
    paint: colors.accent,
  };
  return [
    {
      title: title.toUpperCase(),
      text: ({ key }) => key ?? (title === 'batch' ? '(no batch)' : '(not known)'),
      dropOrder: 0,
      paint: emphasis,
    },
    {
      title: 'COST',
      text: ({ microUsd }) => `$${usdOf(microUsd).toFixed(digits)}`,
      plain: ({ microUsd }) => String(usdOf(microUsd)),
      align: 'right',
      dropOrder: 0,
      paint: emphasis,
    },
    ...(look.isTerminal ? [bar] : []),
    { title: 'JOBS', text: ({ jobs }) => String(jobs), align: 'right', dropOrder: 1, paint: dim },
    { title: 'CHARGED', text: ({ charged }) => String(charged), align: 'right', dropOrder: 4, paint: dim },
    {
      title: 'NOT KNOWN',
      text: ({ unknown }) => (unknown === 0 ? '' : String(unknown)),
      plain: ({ unknown }) => String(unknown),
      align: 'right',
      dropOrder: 3,
      paint: colors.warn,
    },
  ];
}

function decimalsOf(money: string): number {
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
