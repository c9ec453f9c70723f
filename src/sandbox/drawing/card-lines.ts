import { counted } from '../../text/shown-value.ts';
import type { Rectangle } from './canvas.ts';
import { type GlyphCell, type Lettering, letter, letterLine } from './lettering.ts';
import { wrap } from './paragraph.ts';
import { columnsIn, sideScale } from './text.ts';

/** A fact about a job, on one line where it fits. */
export type Fact = readonly [label: string, value: string];

/** A line of the facts below the prompt. */
export interface CardLine {
  label: GlyphCell[];
  value: GlyphCell[];
  /** Where the value begins. Unit: cells from the left. */
  valueColumn: number;
}

/** With fewer columns than this, a label would leave no room for its value. */
const leastColumnsForLabels = 24;
/** Room for the longest label and a gap. Unit: cells. */
export const labelColumns = 7;
const mostLinesAFact = 2;

/** Facts as lines of at most `columns` cells. A long value continues on a second line. */
export function factLines(facts: readonly Fact[], columns: number): CardLine[] {
  if (columns < leastColumnsForLabels) return facts.flatMap((fact) => plainLines(fact, columns));
  return facts.flatMap(([label, value]) =>
    wrap(letter(value).words, columns - labelColumns, mostLinesAFact).map((line, place) => ({
      label: place === 0 ? letterLine(label) : [],
      value: line,
      valueColumn: labelColumns,
    })),
  );
}

/** The label and its value where both fit into a line, else the value alone. */
function plainLines([label, value]: Fact, columns: number): CardLine[] {
  const both = `${label} ${value}`;
  return wrap(letter(both.length <= columns ? both : value).words, columns, mostLinesAFact).map((line) => ({
    label: [],
    value: line,
    valueColumn: 0,
  }));
}

/** A prompt broken into lines. */
export interface PromptBlock {
  lines: GlyphCell[][];
  /** Says how many characters the font lacks; empty where it lacks none. */
  note: GlyphCell[][];
  /** Unit: px a dot. */
  scale: number;
  noteScale: number;
}

/** Distance from one line of text to the next. Unit: dots. */
export const lineAdvanceDots = 11;

/** Breaks a prompt at the largest scale that shows all of it, from 1.5 times `bodyScale` down to half of it, where it is cut. */
export function promptBlock(prompt: string, room: Rectangle, bodyScale: number): PromptBlock {
  const lettering = letter(prompt);
  const noteScale = sideScale(bodyScale);
  const note = noteOf(lettering, columnsIn(room.width, noteScale));
  const height = room.height - note.length * lineAdvanceDots * noteScale;
  const { words } = lettering;
  for (let scale = Math.round(bodyScale * 1.5); ; scale--) {
    // The last line needs no gap below it.
    const mostLines = Math.max(0, Math.floor((height + 4 * scale) / (lineAdvanceDots * scale)));
    const columns = columnsIn(room.width, scale);
    const lines = wrap(words, columns, mostLines + 1);
    const isLast = scale <= Math.max(1, Math.ceil(bodyScale / 2));
    if (lines.length <= mostLines || isLast) {
      return { lines: wrap(words, columns, mostLines), note, scale, noteScale };
    }
  }
}

function noteOf({ foreignCount }: Lettering, columns: number): GlyphCell[][] {
  if (foreignCount === 0) return [];
  const lines = wrap(letter(`+ ${counted(foreignCount, 'character')} outside this font`).words, columns, 2);
  return lines.length > 1 && columns < 16 ? [letterLine(`+ ${foreignCount}`)] : lines;
}
