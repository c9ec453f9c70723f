import { isKeptNumber, isWholeNumber } from './json-number.ts';
import { jsonTokens } from './json-tokens.ts';

/** Lists and objects nest no deeper than this in what is worked on. What is written out again overflows near 4,000. */
export const jsonDepthMost = 256;

/**
 * Reads a JSON text of anybody's. Nothing in it can hold up who works on it or get lost: what nests deeper than
 * `jsonDepthMost` becomes its own JSON text, and so does a whole number that is longer than a double holds, and one that is
 * larger. What this program wrote itself is read as it was.
 *
 * Throws SyntaxError.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const whole = mayHoldLongNumber.test(text) ? (JSON.parse(withLongNumbersAsText(text)) as unknown) : value;
  return isNested(whole) ? flattened(whole) : whole;
}

/** The same, and undefined where the text is no JSON. */
export function tryReadJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** A cheap look before the careful one; it may also find what stands inside a text. */
const mayHoldLongNumber = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d{2})/;

function withLongNumbersAsText(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { kind, start, end } of jsonTokens(text)) {
    if (kind !== '0') continue;
    const literal = text.slice(start, end);
    if (isKeptNumber(literal) || (!isWholeNumber(literal) && Number.isFinite(Number(literal)))) continue;
    parts.push(text.slice(done, start), `"${literal}"`);
    done = end;
  }
  return done === 0 ? text : [...parts, text.slice(done)].join('');
}

type Nested = unknown[] | Record<string, unknown>;

function isNested(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null;
}

/** Whether lists and objects nest deeper in a value than it can be worked on. */
export function nestsTooDeep(value: unknown): boolean {
  let isDeep = false;
  if (isNested(value))
    eachTooDeep(value, () => {
      isDeep = true;
    });
  return isDeep;
}

/** The value itself, changed where it is too deep. */
function flattened(value: Nested): unknown {
  eachTooDeep(value, (outer, key, inner) => {
    (outer as Record<string | number, unknown>)[key] = deepJson(inner);
  });
  return value;
}

/** Tells of each part that is too deep, and where it hangs. A stack of its own, so that no nesting is too deep for it. */
function eachTooDeep(
  value: Nested,
  tell: (outer: Nested, key: string | number, inner: Nested) => void,
): void {
  const open = [{ value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: outer, depth } = next;
    for (const [key, inner] of membersOf(outer)) {
      if (!isNested(inner)) continue;
      if (depth < jsonDepthMost) open.push({ value: inner, depth: depth + 1 });
      else tell(outer, key, inner);
    }
  }
}

/** `JSON.stringify`, for what is nested too deep for it. */
function deepJson(value: Nested): string {
  const parts: string[] = [];
  const open = [walkOf(value)];
  parts.push(opening(value));
  for (let walk = open.at(-1); walk !== undefined; walk = open.at(-1)) {
    const { value: member, done } = walk.members.next();
    if (done === true) {
      parts.push(closing(walk.value));
      open.pop();
      continue;
    }
    const [key, inner] = member;
    parts.push(walk.first ? '' : ',', typeof key === 'number' ? '' : `${JSON.stringify(key)}:`);
    walk.first = false;
    parts.push(isNested(inner) ? opening(inner) : JSON.stringify(inner));
    if (isNested(inner)) open.push(walkOf(inner));
  }
  return parts.join('');
}

interface Walk {
  value: Nested;
  members: Iterator<readonly [string | number, unknown], undefined>;
  first: boolean;
}

function walkOf(value: Nested): Walk {
  return { value, members: membersOf(value)[Symbol.iterator](), first: true };
}

function membersOf(value: Nested): Iterable<readonly [string | number, unknown], undefined> {
  return Array.isArray(value) ? value.entries() : Object.entries(value).values();
}

function opening(value: Nested): string {
  return Array.isArray(value) ? '[' : '{';
}

function closing(value: Nested): string {
  return Array.isArray(value) ? ']' : '}';
}
