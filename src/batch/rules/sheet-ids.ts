import { dateReading } from './sheet-dates.ts';
import { numberReading, type SheetReading, wholeNumber } from './sheet-numbers.ts';

/** The signs that the autocorrection of sheets puts in place of typed ones. */
const corrections: readonly (readonly [put: RegExp, typed: string])[] = [
  [/[\u200b-\u200d\u2060\ufeff\u00ad]/g, ''],
  [/[‘’‚‛′`´]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/[‐‑‒–—―−]|--+/g, '-'],
  [/\u2044/g, '/'],
  [/→/g, '->'],
  [/©/g, '(c)'],
  [/®/g, '(r)'],
  [/\(tm\)/gi, 'tm'],
  [/\s+/g, ' '],
];

/** The words of sheets for truth values, in the languages that they are often set to. */
const truths: readonly (readonly string[])[] = [
  ['true', 'wahr', 'vrai', 'verdadero', 'vero', 'waar', 'verdadeiro'],
  ['false', 'falsch', 'faux', 'falso', 'onwaar'],
];

/** An id as sheets read it. */
export function sheetReading(id: string): SheetReading {
  const text = typedText(id);
  const truth = truths.findIndex((words) => words.includes(text));
  const readings = [numberReading(text), dateReading(text, wholeNumber(text))];
  return {
    same: [`text ${text}`, ...(truth < 0 ? [] : [`truth ${truth}`]), ...readings.flatMap(({ same }) => same)],
    makes: readings.flatMap(({ makes }) => makes),
    shows: readings.flatMap(({ shows }) => shows),
  };
}

/**
 * Tells whether a sheet may have made one id of the other as it opened or saved a table: `001` and `1`, `2026-01` and `Jan-26`, `100000`
 * and `1E+05`, `a--b` and `a—b`.
 */
export function isRewriting(id: SheetReading, other: SheetReading): boolean {
  return shareKey(id.same, other.same) || shareKey(id.makes, other.shows) || shareKey(other.makes, id.shows);
}

function shareKey(keys: readonly string[], others: readonly string[]): boolean {
  return keys.length > 0 && others.length > 0 && keys.some((key) => others.includes(key));
}

/** An id as a person may have typed it: without what marks a cell as a text or a formula, and what is corrected meanwhile. */
function typedText(id: string): string {
  let text = id.normalize('NFKC');
  for (const [put, typed] of corrections) text = text.replace(put, typed);
  const bare = text
    .trim()
    .replace(/^[=+']+\s*/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^["']|["']$/g, '')
    .trim();
  return (bare === '' ? text.trim() : bare).toLowerCase();
}
