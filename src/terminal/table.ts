import Table from 'cli-table3';
import type { Look } from '../text/look.ts';
import { safeLine } from '../text/safe-text.ts';
import { cutToWidth, textWidth } from '../text/text-width.ts';

/** A column of a table: how it shows a row's value, and what happens to it where there is little room. */
export interface Column<Row> {
  title: string;
  /** The whole value. The table makes it safe and puts it on one line. */
  text(row: Row): string;
  /** The value for a program, where the shown one is worded for people (an age instead of a time). */
  plain?: (row: Row) => string;
  /**
   * A short form for a person. It is used where it saves the last column that may be dropped, and where nothing is left to
   * drop.
   */
  narrow?: (row: Row) => string;
  align?: 'left' | 'right';
  /** Colours a cell after it was cut. */
  paint?: (text: string, row: Row) => string;
  /** The order to drop columns in where there is little room: the largest number first, and 0 never. */
  dropOrder: number;
  /** True if it is shown where all of its cells are empty, too. */
  isKept?: boolean;
  /**
   * The width that the column may be cut down to before any column is dropped; without it a cell is always whole. Unit:
   * columns.
   */
  cutTo?: number;
}

/** Spaces between two columns. */
export const columnGap = 2;

/**
 * A table, aligned and fitted to the width of a terminal. Off a terminal each row is one tab-separated line, uncut and without
 * titles, for `cut` and `awk`.
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  look: Look,
): string[] {
  if (!look.isTerminal)
    return rows.map((row) =>
      columns.map((column) => safeLine((column.plain ?? column.text)(row))).join('\t'),
    );
  if (rows.length === 0) return [];
  const fitted = fitColumns(rows, columns, look);
  const drawn = borderless(fitted.map(({ column }) => column.align ?? 'left'));
  drawn.push(fitted.map(({ title, width }) => look.colors.dim(cutToWidth(title, width, ''))));
  for (const [place, row] of rows.entries()) {
    drawn.push(
      fitted.map(({ column, texts, width }) => {
        const text = cutToWidth(texts[place] ?? '', width, look.symbols.ellipsis);
        return column.paint === undefined || text === '' ? text : column.paint(text, row);
      }),
    );
  }
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** The titles of columns, as the row above a table for a program. */
export function tableHeader<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(({ title }) => title).join('\t');
}

/** The titles of the columns that have no room on a terminal. */
export function columnsLeftOut<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  look: Look,
): string[] {
  if (!look.isTerminal || rows.length === 0) return [];
  const shown = new Set(fitColumns(rows, columns, look).map(({ column }) => column));
  return columns.filter((column) => !shown.has(column)).map(({ title }) => title);
}

interface FittedColumn<Row> {
  column: Column<Row>;
  title: string;
  texts: string[];
  width: number;
}

/** Leaves out empty columns, then cuts those that may be cut, then drops columns, until a row fits. */
function fitColumns<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  look: Look,
): FittedColumn<Row>[] {
  let fitted = filledColumns(rows, columns);
  for (;;) {
    const excess = rowWidth(fitted) - look.columns;
    if (excess <= 0) return fitted;
    const slack = fitted.reduce((sum, one) => sum + slackOf(one), 0);
    if (slack >= excess) return cutColumns(fitted, excess);
    const last = fitted.reduce((most, { column }) => Math.max(most, column.dropOrder), 0);
    const isLastToGo = fitted.every(({ column }) => column.dropOrder === 0 || column.dropOrder === last);
    if (isLastToGo) {
      const tight = narrowed(rows, fitted, excess);
      if (last === 0 || rowWidth(tight) <= look.columns) return tight;
    }
    fitted = fitted.filter(({ column }) => column.dropOrder !== last);
  }
}

/** How wide a table is where it has all the room that it wants. Unit: columns. */
export function tableWidth<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): number {
  return rowWidth(filledColumns(rows, columns));
}

function filledColumns<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): FittedColumn<Row>[] {
  return columns
    .map((column) => measured(column, column.title, rows.map(column.text)))
    .filter(
      ({ column, texts }) =>
        column.dropOrder === 0 || column.isKept === true || texts.some((text) => text !== ''),
    );
}

function measured<Row>(column: Column<Row>, title: string, texts: readonly string[]): FittedColumn<Row> {
  const safe = texts.map(safeLine);
  return {
    column,
    title,
    texts: safe,
    width: safe.reduce((widest, text) => Math.max(widest, textWidth(text)), textWidth(title)),
  };
}

/** The last resort: columns are cut where they may be, and those with a short form take it, without their title. */
function narrowed<Row>(
  rows: readonly Row[],
  fitted: readonly FittedColumn<Row>[],
  excess: number,
): FittedColumn<Row>[] {
  const tight = fitted.map((one) =>
    one.column.narrow === undefined ? one : measured(one.column, '', rows.map(one.column.narrow)),
  );
  const gained = rowWidth(fitted) - rowWidth(tight);
  return cutColumns(tight, Math.max(0, excess - gained));
}

/** Narrows columns that may be cut, from the right. */
function cutColumns<Row>(fitted: readonly FittedColumn<Row>[], excess: number): FittedColumn<Row>[] {
  let left = excess;
  return fitted
    .toReversed()
    .map((one) => {
      const taken = Math.min(left, slackOf(one));
      left -= taken;
      return { ...one, width: one.width - taken };
    })
    .reverse();
}

function slackOf<Row>({ column, width }: FittedColumn<Row>): number {
  return column.cutTo === undefined ? 0 : Math.max(0, width - column.cutTo);
}

function rowWidth<Row>(fitted: readonly FittedColumn<Row>[]): number {
  return fitted.reduce((sum, { width }) => sum + width, 0) + columnGap * (fitted.length - 1);
}

/** A cli-table3 without borders and colours: by default it colours even into a pipe. */
function borderless(colAligns: ('left' | 'right')[]): Table.Table {
  const none = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', mid: '', 'mid-mid': '' };
  return new Table({
    colAligns,
    chars: {
      ...none,
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      right: '',
      'right-mid': '',
      middle: ' '.repeat(columnGap),
    },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
}
