import { UsageError } from '../../errors/endings.ts';
import { jsonPath } from './json-place.ts';
import { isKeptNumber, type JsonToken, jsonDepthMost, jsonTokens } from './read-json.ts';

/** A part of a JSON text that would not be sent as it is written. `path` is empty for the text as a whole. */
export type JsonFlaw =
  | { kind: 'number'; path: string; literal: string; read: string }
  | { kind: 'twice'; path: string }
  | { kind: 'deep'; path: string; depth: number };

/** An object or list whose end has not been read yet. */
interface Level {
  /** The names read so far; undefined for a list. */
  names: Set<string> | undefined;
  /** The name or index of the member that is being read. */
  at: string | number;
}

/** A path shows at most so many steps; that of a too deep value is long. */
const shownSteps = 8;

/**
 * The first part of a JSON text that would not arrive as it is written: a number that a double can't hold, a name that stands
 * twice in one object, or nesting that is too deep. Undefined for a text without such a flaw.
 *
 * @param text valid JSON.
 */
export function jsonFlaw(text: string): JsonFlaw | undefined {
  const levels: Level[] = [];
  let flaw: JsonFlaw | undefined;
  let deepest = 0;
  let previous: JsonToken['kind'] | undefined;
  for (const token of jsonTokens(text)) {
    const level = levels.at(-1);
    if (token.kind === '{') levels.push({ names: new Set(), at: '' });
    else if (token.kind === '[') levels.push({ names: undefined, at: 0 });
    else if (token.kind === '}' || token.kind === ']') levels.pop();
    else if (token.kind === ',' && typeof level?.at === 'number') level.at += 1;
    else if (token.kind === '"' && (previous === '{' || (previous === ',' && level?.names !== undefined)))
      flaw ??= nameFlaw(text, token, levels);
    else if (token.kind === '0') flaw ??= numberFlaw(text, token, levels);
    if (levels.length > deepest) {
      deepest = levels.length;
      if (deepest === jsonDepthMost + 1) flaw ??= { kind: 'deep', path: pathOf(levels), depth: 0 };
    }
    // The message names the full depth, so only for that flaw is the rest of the text read.
    if (flaw !== undefined && flaw.kind !== 'deep') return flaw;
    previous = token.kind;
  }
  return flaw?.kind === 'deep' ? { ...flaw, depth: deepest } : flaw;
}

function nameFlaw(text: string, { start, end }: JsonToken, levels: readonly Level[]): JsonFlaw | undefined {
  const level = levels.at(-1);
  if (level?.names === undefined) return undefined;
  const name = String(JSON.parse(text.slice(start, end)));
  level.at = name;
  if (level.names.has(name)) return { kind: 'twice', path: pathOf(levels) };
  level.names.add(name);
  return undefined;
}

function numberFlaw(text: string, { start, end }: JsonToken, levels: readonly Level[]): JsonFlaw | undefined {
  const literal = text.slice(start, end);
  if (isKeptNumber(literal)) return undefined;
  return { kind: 'number', path: pathOf(levels), literal, read: String(Number(literal)) };
}

function pathOf(levels: readonly Level[]): string {
  if (levels.length === 0) return '';
  const steps = levels.slice(0, shownSteps).map(({ at }) => at);
  return `${jsonPath(steps)}${levels.length > shownSteps ? '…' : ''}`;
}

/** A flaw in words: `what` completes "it …", `why` says why it is refused, `fix` what to write instead. */
export function flawWords(flaw: JsonFlaw): { what: string; why: string; fix: string } {
  const where = flaw.path === '' ? '' : ` at ${flaw.path}`;
  switch (flaw.kind) {
    case 'number':
      return {
        what: `has a number${where} that can't be sent as it is written: ${shortened(flaw.literal)}`,
        why: Number.isFinite(Number(flaw.read))
          ? `Numbers have about 15 digits: it would arrive as ${flaw.read}.`
          : 'It is larger than a number can be: it would arrive as null.',
        fix: `fewer digits, or "${shortened(flaw.literal)}" in quotes where the model takes a text`,
      };
    case 'twice':
      return {
        what: `names ${flaw.path} twice`,
        why: 'Only one of its two values would be sent.',
        fix: `one ${flaw.path}`,
      };
    case 'deep':
      return {
        what: `is nested ${flaw.depth} levels deep${where}`,
        why: `Lists and objects may be nested ${jsonDepthMost} levels deep.`,
        fix: 'use a value that is nested less deep',
      };
  }
}

function shortened(literal: string): string {
  return literal.length > 40 ? `${literal.slice(0, 37)}…` : literal;
}

/**
 * Reads JSON that must be sent exactly as it is written. `what` names it: a flag, or the path of a file. Throws UsageError
 * where a part of it would be sent differently, and SyntaxError where it is no JSON.
 */
export function readExactJson(what: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const flaw = jsonFlaw(text);
  if (flaw === undefined) return value;
  const words = flawWords(flaw);
  throw new UsageError({
    code: `json_${flaw.kind}`,
    message: `${what} ${words.what}`,
    why: `${words.why} Nothing was sent.`,
    hint: `${what} with ${words.fix}`,
  });
}

/** Matches what may be a number that a double can't hold: a long one, or one with an exponent. It may also match inside a string. */
const mayBeLossy = /[\d.]{16}|\d[eE]/;

/** The end of a member's name. It may also match inside a string, after an escaped quote. */
const nameEnd = /"\s*:/g;

/**
 * Tells whether a JSON text surely has none of the flaws that `jsonFlaw` finds. It costs a tenth of what that does, and suits most
 * lines of a long file; where it is false, `jsonFlaw` has to look.
 *
 * @param value what `JSON.parse` made of the text.
 */
export function isPlainJson(text: string, value: unknown): boolean {
  if (mayBeLossy.test(text)) return false;
  let names = 0;
  nameEnd.lastIndex = 0;
  while (nameEnd.test(text)) names += 1;
  // A name that stands twice in one object is one member of what was parsed.
  return names === membersOf(value, jsonDepthMost);
}

/** How many members all objects of a value have; NaN where it is nested deeper than `levels`. */
function membersOf(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return Number.NaN;
  const inner = Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const one of inner) count += membersOf(one, levels - 1);
  return count;
}
