import type { FieldMarks } from '../../outputs/destinations/file-place.ts';
import { namedFields } from '../../request/rules/named-fields.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { objectOf } from '../../text/json-object.ts';

export interface FieldReading {
  route: RequestRoute;
  /**
   * The identity of a link in its mark. Of a local file it depends on the bytes alone, whatever link an upload gave them. Any other
   * link is its own identity.
   */
  identityOf(link: string): string;
  /** A digest of a text. */
  digest(text: string): string;
}

/**
 * The fields of a body with a mark each. The marks tell what a request asks for, and later which fields of it were changed. Parts
 * of a `content` list have the names that a manifest has for them.
 */
export function fieldMarks(body: Record<string, unknown>, reading: FieldReading): FieldMarks {
  const marks: Record<string, string> = {};
  for (const [name, value] of [['route', reading.route] as const, ...namedFields(body, reading.route)]) {
    const text = canonicalJson(withIdentities(value, reading.identityOf));
    marks[name] = markOf(reading.digest(text));
  }
  return marks;
}

/** The names of the fields that are not the same in both, sorted. */
export function changedFields(before: FieldMarks, after: FieldMarks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

function withIdentities(value: unknown, identityOf: FieldReading['identityOf']): unknown {
  if (typeof value === 'string') return identityOf(value);
  if (Array.isArray(value)) return value.map((one) => withIdentities(one, identityOf));
  const object = objectOf(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [name, withIdentities(one, identityOf)]),
  );
}

/** Length of a mark. Unit: hex digits. */
const markLength = 16;

/** A mark, by which it is told that a value is not the one it was: the first digits of its SHA-256, given in hex. */
export function markOf(sha256: string): string {
  return sha256.slice(0, markLength);
}

/** Tells whether a value that was read back is a mark. */
export function isMark(value: unknown): value is string {
  return typeof value === 'string' && value.length === markLength && /^[0-9a-f]*$/.test(value);
}
