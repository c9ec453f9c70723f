import { UsageError } from '../../../errors/endings.ts';
import { columnsOfTemplate } from '../../../rules/batch/shot-name.ts';
import { counted } from '../../../rules/shown-value.ts';
import type { CheckedLine } from './check-pass.ts';

/** After so many doubtful columns nothing more is learned from the next. */
const knownMost = 100;

/**
 * Gathers the free columns that were probably meant as something else. One that a prompt of any line or the template of names
 * has in braces is a free word, as it seems.
 */
export function columnDoubts(template: string): { take(line: CheckedLine): void; list(): string[] } {
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
        isUsed ? [] : [`column "${column}" is used nowhere; ${but}`],
      ),
  };
}

/** The error for columns that are used nowhere, where warnings refuse. */
export function doubtfulManifest(file: string, doubts: readonly string[]): UsageError {
  return new UsageError({
    code: 'column_unused',
    message: `${file} has ${counted(doubts.length, 'column')} without an effect; nothing was sent`,
    why: doubts.join('\n'),
    hint: 'call them what was meant, or leave them out; without --strict a warning refuses nothing',
  });
}
