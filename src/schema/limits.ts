import { objectOf, ownValue } from '../text/json-object.ts';
import { oncePer } from '../text/once.ts';
import type { SchemaNode } from './document.ts';
import { canonicalJson } from './json/canonical-json.ts';

/** A numeric range of a schema; a missing end is undefined. */
export interface NumberRange {
  least: number | undefined;
  most: number | undefined;
  leastIncluded: boolean;
  mostIncluded: boolean;
}

/** The range of a node. Newer drafts give an exclusive end as a number, draft 4 as a boolean beside the inclusive one. */
export function numberRange(node: SchemaNode): NumberRange {
  const [least, leastIncluded] = rangeEnd(node, 'minimum', 'exclusiveMinimum');
  const [most, mostIncluded] = rangeEnd(node, 'maximum', 'exclusiveMaximum');
  return { least, most, leastIncluded, mostIncluded };
}

export function isInRange(value: number, range: NumberRange): boolean {
  const { least, most } = range;
  if (least !== undefined && (range.leastIncluded ? value < least : value <= least)) return false;
  return most === undefined || (range.mostIncluded ? value <= most : value < most);
}

/** Tells whether a count keeps its limits, of which either may be missing. */
export function isCountWithin(count: number, least: number | undefined, most: number | undefined): boolean {
  return (least === undefined || count >= least) && (most === undefined || count <= most);
}

/** Length of a text. Unit: Unicode code points, so that a character outside the basic plane counts once. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The values of `enum` or `const`, or undefined where the node lists none. */
export function listedValues(node: SchemaNode): unknown[] | undefined {
  const listed = ownValue(node, 'enum');
  if (Array.isArray(listed)) return listed;
  return Object.hasOwn(node, 'const') ? [ownValue(node, 'const')] : undefined;
}

/** Listed values as text: thousands of them may be compared with each of a thousand elements. */
const listedTexts = oncePer((listed: readonly unknown[]): ReadonlySet<string> => {
  return new Set(listed.map(canonicalJson));
});

/** Tells whether a value is one of those that are listed. */
export function isAmong(value: unknown, listed: readonly unknown[]): boolean {
  return isNested(value) ? listedTexts(listed).has(canonicalJson(value)) : listed.includes(value);
}

/** The finite number under a key; undefined for anything else that stands there. */
export function numberOf(node: SchemaNode, key: string): number | undefined {
  const value = ownValue(node, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function rangeEnd(node: SchemaNode, key: string, exclusiveKey: string): [number | undefined, boolean] {
  const included = numberOf(node, key);
  const excluded = numberOf(node, exclusiveKey);
  if (included === undefined && excluded !== undefined) return [excluded, false];
  return [included, ownValue(node, exclusiveKey) !== true];
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) || objectOf(value) !== undefined;
}
