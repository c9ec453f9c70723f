import { isKeptNumber, isWholeNumber, jsonTokens } from './json-tokens.ts';

/** Lists and objects of a parsed value nest no deeper than this. `JSON.stringify` overflows the stack near 4,000. */
export const jsonDepthMost = 256;

/**
 * Reads JSON that others wrote, without losing any of it. A part that nests deeper than `jsonDepthMost` becomes a string with its
 * JSON text, so that recursive code can work on the result. A number that a double can't hold, because it is a longer whole
 * number or too large, becomes a string with its digits. Text that this program wrote holds neither, so it reads back unchanged.
 *
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const isPlain = !mayHoldLongNumber.test(text) && !nestsTooDeep(value);
  return isPlain ? value : (JSON.parse(lossless(text)) as unknown);
}

/** As `readJson`, but undefined where the text is no JSON. */
export function tryReadJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** A cheap test before the thorough one. It may also match inside a string, which does no harm. */
const mayHoldLongNumber = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d{2})/;

/** Tells whether lists and objects nest deeper than `jsonDepthMost` in a value. */
export function nestsTooDeep(value: unknown, levels = jsonDepthMost): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => nestsTooDeep(one, levels - 1));
}

/** The JSON text with a string in the place of each part and number that can't be read as it is. */
function lossless(text: string): string {
  const parts: string[] = [];
  let [done, depth, deepFrom] = [0, 0, 0];
  const put = (start: number, end: number): void => {
    parts.push(text.slice(done, start), JSON.stringify(text.slice(start, end)));
    done = end;
  };
  for (const { kind, start, end } of jsonTokens(text)) {
    if (kind === '{' || kind === '[') {
      depth += 1;
      if (depth === jsonDepthMost + 1) deepFrom = start;
    } else if (kind === '}' || kind === ']') {
      if (depth === jsonDepthMost + 1) put(deepFrom, end);
      depth -= 1;
    } else if (kind === '0' && depth <= jsonDepthMost && !isRead(text.slice(start, end))) put(start, end);
  }
  return [...parts, text.slice(done)].join('');
}

/** Tells whether a number is read as it is written, but for a fraction, which everybody rounds. */
function isRead(literal: string): boolean {
  return isKeptNumber(literal) || (!isWholeNumber(literal) && Number.isFinite(Number(literal)));
}
