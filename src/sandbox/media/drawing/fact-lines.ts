import { type GlyphCell, letter, letterLine } from './lettering.ts';
import { wrap } from './paragraph.ts';

/** A fact about a job, on one line where it fits. */
export type Fact = readonly [label: string, value: string];

/** A line of the facts below the prompt. */
export interface FactLine {
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
export function factLines(facts: readonly Fact[], columns: number): FactLine[] {
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
function plainLines([label, value]: Fact, columns: number): FactLine[] {
  const both = `${label} ${value}`;
  return wrap(letter(both.length <= columns ? both : value).words, columns, mostLinesAFact).map((line) => ({
    label: [],
    value: line,
    valueColumn: 0,
  }));
}
