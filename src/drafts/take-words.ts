import type { Look } from '../text/look.ts';
import { cutToWidth, textWidth } from '../text/text-width.ts';

/** The ticked takes stand behind a label, which takes so much. Unit: columns. */
const labelColumns = 11;
/** So many lines of them, where one is not enough: then each but the last may end early, between two words. */
const linesMost = 2;
/** Unit: columns. */
const endsEarly = 12;

/** The ticked takes: as many by their names as fit in two lines, and how many more. */
export function tickedWords(
  names: readonly string[],
  elsewhere: number,
  { columns }: Pick<Look, 'columns'>,
): string {
  if (names.length + elsewhere === 0) return 'none';
  const room = linesMost * (columns - labelColumns) - endsEarly;
  for (let named = names.length; ; named -= 1) {
    const more = names.length - named;
    const parts = [
      ...names.slice(0, named),
      ...(more === 0 ? [] : [`${more} more`]),
      ...(elsewhere === 0 ? [] : [`${elsewhere} of other pages`]),
    ];
    const words = parts.join(', ');
    if (named === 0 || textWidth(words) <= room) return words;
  }
}

/** The act of a key, in whole words and in few. */
export type KeyWords = readonly [whole: string, short: string];

/** The acts of the keys, in one line: in whole words where they fit, else in few. */
export function keyLine(
  enter: KeyWords,
  { hasOthers }: { hasOthers: boolean },
  { columns, symbols }: Pick<Look, 'columns' | 'symbols'>,
): string {
  const keys: KeyWords[] = [
    ['space ticks', 'space ticks'],
    ['o opens the page', 'o page'],
    ...(hasOthers ? [['left and right show others', 'left/right'] as const] : []),
    enter,
    ['Esc leaves', 'Esc'],
  ];
  const lineOf = (form: 0 | 1): string => keys.map((words) => words[form]).join(` ${symbols.dot} `);
  const whole = lineOf(0);
  return textWidth(whole) < columns ? whole : cutToWidth(lineOf(1), columns - 1, symbols.ellipsis);
}
