import { stripVTControlCharacters } from 'node:util';
import { useState } from '@inquirer/core';
import type { Look } from '../text/look.ts';
import { cutToWidth, textWidth } from '../text/text-width.ts';

/** How a list may be drawn: the size is asked for at every drawing, since a window may change meanwhile. */
export type ListLook = Look & {
  /** Unit: lines. */
  readonly height: number;
};

interface ListParts {
  look: ListLook;
  /** The question, as it is drawn above the list. */
  head: string;
  /** The number of rows, and the place of the one at the arrow; -1 where it is at none. */
  count: number;
  active: number;
  /** At most so many rows are shown. */
  rowsMost: number;
  /** A row as it is drawn: one line. */
  row(place: number): string;
  /** The longer list that this is a part of: the number of its rows before these, and of all. */
  within?: { before: number; all: number } | undefined;
  /** Words behind which rows are seen, where some are out of sight. */
  unseen?: string | undefined;
  /** The lines below the rows. In a low window the last of them give way first. */
  below: readonly string[];
  /** The place of the line below that stays the longest: only the row at the arrow goes before it. */
  keeps?: number;
}

/** With fewer rows than this nothing can be chosen by looking at it, so the lines below the list give way before. */
const rowsLeast = 3;

/**
 * A question and its list, never higher than the window, so that the row at the arrow is always on the screen. The lines below give
 * way first, then the other rows, and at last the question itself.
 */
export function drawList({
  active,
  below,
  count,
  head,
  keeps = -1,
  look,
  row,
  rowsMost,
  unseen = '',
  within = { before: 0, all: count },
}: ListParts): [head: string, list: string] {
  const room = look.height - linesOf(head, look);
  if (count > 0 && room < 1) return [row(Math.max(0, active)), ''];
  const rowsWanted = Math.min(count, rowsMost);
  const linesBelow = below.reduce((sum, text) => sum + linesOf(text, look), 0);
  const isCut = count > rowsMost || rowsWanted + linesBelow > room;
  const fitting = Math.max(rowsLeast, room - linesBelow - (isCut ? 1 : 0));
  const keptLine = below[keeps];
  const kept = keptLine === undefined ? 0 : linesOf(keptLine, look);
  const shown = Math.min(rowsWanted, fitting, Math.max(1, room - kept));
  const first = Math.max(0, Math.min(active - Math.floor(shown / 2), count - shown));
  const lines = Array.from({ length: shown }, (_, at) => row(first + at));
  const [from, to] = [within.before + first + 1, within.before + first + shown];
  const seen = `    ${from}${look.symbols.to}${to} of ${within.all}${unseen}`;
  const part = look.colors.dim(cutToWidth(seen, look.columns - 1, look.symbols.ellipsis));
  const isRoomy = room - shown > linesBelow;
  let left = room - shown - kept;
  for (const text of shown < count && (isRoomy || keptLine === undefined) ? [part, ...below] : below) {
    if (text !== keptLine) left -= linesOf(text, look);
    if (text === keptLine ? room - shown >= kept : left >= 0) lines.push(text);
  }
  return [head, lines.join('\n')];
}

/** How many lines of the screen a text takes. */
function linesOf(text: string, { columns }: Pick<Look, 'columns'>): number {
  return stripVTControlCharacters(text)
    .split('\n')
    .reduce((sum, line) => sum + Math.floor(textWidth(line) / columns) + 1, 0);
}

/**
 * Tells at each key whether the window became smaller since the last one, which may have put the row at the arrow out of sight. Then
 * the list is drawn again, and Enter must not answer yet.
 */
export function useShrunk(look: ListLook): () => boolean {
  const [drawn, setDrawn] = useState({ columns: look.columns, height: look.height });
  return () => {
    const { columns, height } = look;
    if (columns === drawn.columns && height === drawn.height) return false;
    setDrawn({ columns, height });
    return columns < drawn.columns || height < drawn.height;
  };
}
