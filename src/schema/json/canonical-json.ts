import { type JsonObject, objectOf, ownValue } from '../../text/json-object.ts';
import { jsonPath } from './json-place.ts';

/** A place where two bodies differ; an absent value is undefined. */
export interface ChangedPath {
  path: string;
  before: unknown;
  after: unknown;
}

/** JSON with the keys of every object sorted by code unit and no white space, so that equal bodies have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  const object = objectOf(value);
  if (object === undefined) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}

/**
 * Tells whether two values have equal canonical JSON, without making it: a wait compares each answer with the one before. A field
 * that is undefined counts as absent.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  const [first, second] = [objectOf(one), objectOf(other)];
  if (first === undefined || second === undefined) return canonicalJson(one) === canonicalJson(other);
  const isSame = (key: string): boolean => isSameMember(key, first, second);
  return Object.keys(first).every(isSame) && Object.keys(second).every(isSame);
}

function isSameMember(key: string, one: JsonObject, other: JsonObject): boolean {
  const [first, second] = [ownValue(one, key), ownValue(other, key)];
  if (first === undefined || second === undefined) return first === second;
  return isSameJson(first, second);
}

/** The changes from one body to another, leaf by leaf, in the order of the first and then of the second. */
export function changedPaths(before: unknown, after: unknown): ChangedPath[] {
  return changesAt([], before, after);
}

function changesAt(at: readonly (string | number)[], before: unknown, after: unknown): ChangedPath[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      changesAt([...at, index], before[index], after[index]),
    ).flat();
  }
  const [objectBefore, objectAfter] = [objectOf(before), objectOf(after)];
  if (objectBefore !== undefined && objectAfter !== undefined) {
    const keys = new Set([...Object.keys(objectBefore), ...Object.keys(objectAfter)]);
    return [...keys].flatMap((key) => changesAt([...at, key], objectBefore[key], objectAfter[key]));
  }
  const same =
    before === after ||
    (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after));
  return same ? [] : [{ path: jsonPath(at), before, after }];
}
