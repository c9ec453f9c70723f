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

/** A token of a JSON text, by its kind and its place in the text. */
export interface JsonToken {
  /** `{ } [ ] , :` as themselves, `"` for a text, `0` for a number, `a` for true, false and null. */
  kind: '{' | '}' | '[' | ']' | ',' | ':' | '"' | '0' | 'a';
  start: number;
  end: number;
}

const rest = /[^\s,:\]}]*/y;

/** The tokens of a valid JSON text, one after another. It does not recurse and keeps nothing, so no text is too deep or too long. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (let start = 0; start < text.length; ) {
    const kind = kindOf(text.charAt(start));
    const end =
      kind === '"' ? textEnd(text, start) : kind === '0' || kind === 'a' ? wordEnd(text, start) : start + 1;
    if (kind !== undefined) yield { kind, start, end };
    start = end;
  }
}

/** Undefined for white space. */
function kindOf(character: string): JsonToken['kind'] | undefined {
  if (' \t\n\r'.includes(character)) return undefined;
  if ('{}[],:"'.includes(character)) return character as JsonToken['kind'];
  return '-0123456789'.includes(character) ? '0' : 'a';
}

/** Jumps from quote to quote, since a string may be a whole picture in base64. */
function textEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function wordEnd(text: string, start: number): number {
  rest.lastIndex = start;
  return Math.max(start + 1, start + (rest.exec(text)?.[0].length ?? 0));
}

/** A number as JSON writes it, or as people do: `+1`, `.5`, `5.`. */
const form = /^\+?(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/**
 * Tells whether a number keeps its value when it is read and written again. One that is longer than a double holds
 * (9007199254740993) or larger (1e400) does not; `1.0`, `1e3` and `-0` do.
 */
export function isKeptNumber(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

/** Tells whether a number is a whole one, written in digits alone. */
function isWholeNumber(literal: string): boolean {
  return /^-?\d+$/.test(literal);
}

/** One spelling for each number: its digits without zeros at either end, and the power of ten of the first digit. */
function decimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = form.exec(literal) ?? [];
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first < 0) return '0';
  const significant = digits.slice(first).replace(/0+$/, '');
  return `${sign}${significant}e${Number(exponent) + whole.length - first}`;
}
