import { UsageError } from '../../errors/endings.ts';
import { counted } from '../../text/shown-value.ts';
import { columnsOfTemplate } from '../rules/line-template.ts';
import type { CheckedLine } from './check-pass.ts';

/** A column without an effect, and what is told of it. */
export interface ColumnDoubt {
  column: string;
  text: string;
}

/** After so many doubtful columns nothing more is learned from the next. */
const knownMost = 100;

/**
 * Gathers the free columns that were probably meant as something else. One that a prompt of any line or the template of names
 * has in braces is a free word, as it seems.
 */
export function columnDoubts(template: string): { take(line: CheckedLine): void; list(): ColumnDoubt[] } {
  const used = columnsOfTemplate(template);
  const known = new Map<string, { but: string; isUsed: boolean }>();
  return {
    take({ doubtful }) {
      for (const { but, column, isUsed } of doubtful) {
        const before = known.get(column);
        if (before !== undefined) before.isUsed ||= isUsed;
        else if (known.size < knownMost) known.set(column, { but, isUsed: isUsed || used.has(column) });
      }
    },
    list: () =>
      [...known].flatMap(([column, { but, isUsed }]) =>
        isUsed ? [] : [{ column, text: `column ${JSON.stringify(column)} has no effect; ${but}` }],
      ),
  };
}

/** The error for columns that are used nowhere: the lines would be paid for without what they say. */
export function doubtfulManifest(file: string, doubts: readonly ColumnDoubt[]): UsageError {
  const [first] = doubts;
  return new UsageError({
    code: 'column_unused',
    message: `${file} has ${counted(doubts.length, 'column')} without an effect; nothing was sent`,
    why: doubts.map(({ text }) => text).join('\n'),
    hint: `rename or remove it; or ${JSON.stringify(`_${first?.column}`)}: names that begin with _ are ignored`,
  });
}
