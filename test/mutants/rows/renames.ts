import type { Mutant } from '../mutant.ts';

/** What keeps a shot whose line has another id from being paid for twice. */
export const renameMutants: readonly Mutant[] = [
  {
    guards: 'lines whose ids a spreadsheet rewrote are not paid for again unasked',
    text: 'return pairs.some(({ isChanged, isRewritten }) => !isChanged && (isRewritten || isAnyDoubted));',
    instead: 'return pairs.some(({ isChanged }) => !isChanged && isAnyDoubted);',
    nearest: ['batch/rules/pair-shots'],
  },
  {
    guards: 'a batch of which no line is known any more is not paid for again unasked',
    text: 'const isAnyDoubted = isEachGone && !hasRetired;',
    instead: 'const isAnyDoubted = false;',
    nearest: ['batch/rules/pair-shots'],
  },
  {
    guards: 'a shot that was renamed goes on under the key of the id that it was first sent under',
    text: 'renames.get(id) ?? (journal.hasRenames ? journal.original(id) : undefined) ?? id;',
    instead: 'renames.get(id) ?? id;',
    nearest: ['batch/renames/original-ids'],
  },
  {
    guards: 'two lines are never taken for one shot that was renamed',
    text: 'const other = lines.keep(idHash(original), line);',
    instead: 'const other = undefined as number | undefined;',
    nearest: ['batch/renames/original-ids'],
  },
  {
    guards: 'a spreadsheet that drops the zeros of an id makes no other number of it',
    text: "const leading = all.length - all.replace(/^0+/, '').length;",
    instead: 'const leading = 0;',
    nearest: ['batch/rules/sheet-ids'],
  },
  {
    guards: 'a shot of another manifest is no line that was renamed',
    text: 'const left = gone.filter((one) => !taken.has(one) && !one.isElsewhere).values();',
    instead: 'const left = gone.filter((one) => !taken.has(one)).values();',
    nearest: ['batch/rules/pair-shots'],
  },
];
