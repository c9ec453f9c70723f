import type { Look } from './look.ts';
import { padToWidth, textWidth, wrapText } from './text-width.ts';

/** A text of a row, and how it is painted once it is in place. The text must be safe to show. */
export interface Cell {
  text: string;
  paint?: ((text: string) => string) | undefined;
  /** Keeps the text on one line, however long: a path or a link is there to be copied. */
  whole?: boolean;
}

export type Row = readonly (Cell | string)[];

/** Spaces between two cells. */
const gap = '  ';

/** With less room than this the last cell goes below its row instead of beside it. Unit: columns. */
const leastLastColumns = 24;

/**
 * Aligns the cells of rows in columns. On a terminal the last cell of a row is wrapped within its own column; elsewhere it is
 * left whole.
 */
export function alignRows(rows: readonly Row[], look: Look, indent = 0): string[] {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)));
  const widths: number[] = [];
  for (const row of cells)
    for (const [place, { text }] of row.slice(0, -1).entries())
      widths[place] = Math.max(widths[place] ?? 0, textWidth(text));
  return cells.flatMap((row) => rowLines(row, widths, look, indent));
}

function rowLines(row: readonly Cell[], widths: readonly number[], look: Look, indent: number): string[] {
  const last = row.at(-1);
  if (last === undefined) return [''];
  const before = row.slice(0, -1).map((cell, place) => painted(cell, widths[place]) + gap);
  const start = row.slice(0, -1).reduce((sum, _, place) => sum + (widths[place] ?? 0) + gap.length, indent);
  const margin = ' '.repeat(indent);
  const room = look.isTerminal && last.whole !== true ? look.columns - start : Number.POSITIVE_INFINITY;
  if (before.length > 0 && room < Math.min(leastLastColumns, textWidth(last.text))) {
    const head = `${margin}${before.join('')}`.trimEnd();
    // A cell that goes below is indented two columns further than the name above it.
    const hang = indent + (/^ */.exec(row[0]?.text ?? '')?.[0].length ?? 0) + 2;
    return [
      ...(head === '' ? [] : [head]),
      ...wrapText(last.text, look.columns - hang).map(
        (line) => `${' '.repeat(hang)}${painted({ ...last, text: line })}`,
      ),
    ];
  }
  return wrapText(last.text, room).map((line, place) =>
    `${place === 0 ? margin + before.join('') : ' '.repeat(start)}${painted({ ...last, text: line })}`.trimEnd(),
  );
}

/** Paints the text but not its padding, so that no spaces trail behind. */
function painted({ text, paint }: Cell, columns = 0): string {
  const padding = padToWidth(text, columns).slice(text.length);
  return (paint === undefined || text === '' ? text : paint(text)) + padding;
}

/** A text on as many lines as it takes, broken between words on a terminal alone. */
export function textLines({ text, paint }: Cell, look: Look): string[] {
  const room = look.isTerminal ? look.columns : Number.POSITIVE_INFINITY;
  return wrapText(text, room).map((line) => painted({ text: line, paint }));
}

/** A sign before a text; further lines are indented to the text's beginning. */
export function signedLines(sign: Cell, text: Cell, look: Look, indent = 0): string[] {
  const start = indent + textWidth(sign.text) + 1;
  const room = look.isTerminal ? look.columns - start : Number.POSITIVE_INFINITY;
  return wrapText(text.text, room).map((line, place) => {
    const before = place === 0 ? `${' '.repeat(indent)}${painted(sign)} ` : ' '.repeat(start);
    return `${before}${painted({ ...text, text: line })}`.trimEnd();
  });
}
