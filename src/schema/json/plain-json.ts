import { jsonDepthMost } from './read-json.ts';

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
