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
  const whole = mayHoldLongNumber.test(text) ? (JSON.parse(withLongNumbersAsText(text)) as unknown) : value;
  return isNested(whole) ? flattened(whole) : whole;
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

/** Tells whether lists and objects nest deeper than `jsonDepthMost` in a value. */
export function nestsTooDeep(value: unknown): boolean {
  return isNested(value) && tooDeep(value).next().done !== true;
}

/** Changes the value itself where it is too deep, and returns it. */
function flattened(value: Nested): unknown {
  for (const { outer, key, inner } of tooDeep(value))
    (outer as Record<string | number, unknown>)[key] = deepJson(inner);
  return value;
}

/** Each part that is too deep, and where it stands. It keeps a stack of its own, so no nesting is too deep for it. */
function* tooDeep(value: Nested): Generator<{ outer: Nested; key: string | number; inner: Nested }> {
  const open = [{ value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: outer, depth } = next;
    for (const [key, inner] of membersOf(outer)) {
      if (!isNested(inner)) continue;
      if (depth < jsonDepthMost) open.push({ value: inner, depth: depth + 1 });
      else yield { outer, key, inner };
    }
  }
}

/** `JSON.stringify` for values that nest too deep for it. */
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
