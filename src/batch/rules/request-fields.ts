import type { Intent } from '../../ledger/record.ts';
import type { FieldMarks } from '../../outputs/destinations/file-place.ts';
import { namedFields } from '../../request/rules/named-fields.ts';
import { unsignedValue } from '../../request/rules/signed-links.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
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

/** The version of marks. The first, which records do not name, marked a link with its signature. */
export const marksVersion = 2;

/** The marks of a request that is known. */
export interface KnownMarks {
  fields: FieldMarks;
  /** The version of its marks; undefined for the first. */
  marks?: number | undefined;
  /** Its body, where that is known. */
  body?: string | undefined;
  route?: RequestRoute | undefined;
}

/** The marks of an intent; none for one that is of no batch. */
export function marksOfIntent({ batch, body, route }: Pick<Intent, 'batch' | 'body' | 'route'>): KnownMarks {
  return batch === undefined ? { fields: {} } : { fields: batch.fields, marks: batch.marks, body, route };
}

/** The marks of a request as it is wanted now. */
export interface WantedMarks {
  fields: FieldMarks;
  /** The marks that the first version would give: of those fields alone that have a signed link. */
  wholeLinks?: FieldMarks | undefined;
}

/** The comparison of two requests, by the names of their fields, sorted. */
export interface ComparedFields {
  changed: readonly string[];
  /** The fields with a signed link of which only the mark of the link as a whole is known: they count as unchanged. */
  incomparable: readonly string[];
}

/** The marks of a body, and those of the first version for the fields with a signed link. */
export interface BodyMarks {
  fields: FieldMarks;
  wholeLinks: FieldMarks;
}

/**
 * The fields of a body with a mark each. The marks tell what a request asks for, and later which fields of it were changed. Links
 * count without their signatures. Parts of a `content` list have the names that a manifest has for them.
 */
export function fieldMarks(body: Record<string, unknown>, reading: FieldReading): BodyMarks {
  const fields: Record<string, string> = {};
  const wholeLinks: Record<string, string> = {};
  for (const [name, value] of [['route', reading.route] as const, ...namedFields(body, reading.route)]) {
    const identified = withIdentities(value, reading.identityOf);
    const whole = canonicalJson(identified);
    // Without a question mark no link has a query, and a line of a batch is marked quickly.
    const text = whole.includes('?') ? canonicalJson(unsignedValue(identified, name)) : whole;
    fields[name] = markOf(reading.digest(text));
    if (text !== whole) wholeLinks[name] = markOf(reading.digest(whole));
  }
  return { fields, wholeLinks };
}

/**
 * Compares a request that is known with what is wanted now. Marks of the first version are of links with their signatures: there the
 * body decides, where it is known.
 */
export function compareFields(
  before: KnownMarks,
  after: WantedMarks,
  digest: FieldReading['digest'],
): ComparedFields {
  if (namesApart(before.fields, after.fields).length === 0) return { changed: [], incomparable: [] };
  const names = namesApart(currentMarks(before, digest), after.fields);
  if (before.marks === marksVersion || before.body !== undefined) return { changed: names, incomparable: [] };
  const isWhole = (name: string): boolean =>
    Object.hasOwn(before.fields, name) && Object.hasOwn(after.wholeLinks ?? {}, name);
  return {
    changed: names.filter((name) => !isWhole(name)),
    incomparable: names.filter((name) => isWhole(name) && before.fields[name] !== after.wholeLinks?.[name]),
  };
}

/**
 * The marks of a known request as this version makes them, as far as its body tells. The mark of a file that was uploaded stays: it is
 * of the file, whatever link it got.
 */
export function currentMarks(known: KnownMarks, digest: FieldReading['digest']): FieldMarks {
  const { body: text, fields, marks, route } = known;
  if (marks === marksVersion || text === undefined || route === undefined) return fields;
  const body = objectOf(tryReadJson(text));
  if (body === undefined) return fields;
  const reading = { route, digest, identityOf: (link: string) => link };
  const { fields: unsigned, wholeLinks: whole } = fieldMarks(body, reading);
  return Object.fromEntries(
    Object.entries(fields).map(([name, mark]) => [
      name,
      whole[name] === mark ? (unsigned[name] ?? mark) : mark,
    ]),
  );
}

/** The names of the fields that have other marks, sorted. */
function namesApart(before: FieldMarks, after: FieldMarks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

/**
 * A key of a request that is known. A line that asks for the very same has it among those of `wantedKeys`: of millions of requests no more
 * than that is kept. Where the marks are of links with their signatures and no body is known, only the same links have one key.
 */
export function knownKey(known: KnownMarks, digest: FieldReading['digest']): string {
  return markOf(digest(canonicalJson(currentMarks(known, digest))));
}

/** The keys that a known request may have which asks for the very same: see `knownKey`. */
export function wantedKeys(
  { fields, wholeLinks = {} }: WantedMarks,
  digest: FieldReading['digest'],
): string[] {
  const isSigned = Object.keys(wholeLinks).length > 0;
  const versions = [fields, ...(isSigned ? [{ ...fields, ...wholeLinks }] : [])];
  return versions.map((marks) => markOf(digest(canonicalJson(marks))));
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
