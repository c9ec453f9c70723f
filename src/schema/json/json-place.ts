import { objectOf, ownValue } from '../../text/json-object.ts';

/** The path to a value inside a JSON document: names of members and indexes of lists. */
export type JsonPlace = readonly (string | number)[];

/** The value at a place, or undefined where there is none. */
export function valueAt(document: unknown, place: JsonPlace): unknown {
  return place.reduce<unknown>((value, step) => memberOf(value, step), document);
}

/** The document with a value at a place. Missing objects and lists on the path are created; nothing else changes. */
export function withValueAt(document: unknown, place: JsonPlace, value: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  const inner = withValueAt(memberOf(document, step), rest, value);
  if (typeof step === 'string') return withMember(objectOf(document) ?? {}, step, inner);
  const list: unknown[] = Array.isArray(document) ? [...document] : [];
  list[Math.min(step, list.length)] = inner;
  return list;
}

/** The document without the value at a place. In a list, the elements after it move up. */
export function withoutValueAt(document: unknown, place: JsonPlace): unknown {
  const parent = place.slice(0, -1);
  const step = place.at(-1);
  const container = valueAt(document, parent);
  if (step === undefined || container === undefined) return document;
  if (Array.isArray(container)) {
    return withValueAt(
      document,
      parent,
      container.filter((_, index) => index !== step),
    );
  }
  const members = Object.entries(objectOf(container) ?? {}).filter(([name]) => name !== step);
  return withValueAt(document, parent, Object.fromEntries(members));
}

/** The name of the whole body, whose path would be empty. */
const rootPath = 'body';

/** A place in a body as people write it: `input.content[0].role`, `input["odd name"]`. */
export function jsonPath(place: JsonPlace): string {
  if (place.length === 0) return rootPath;
  return place.map(stepText).join('').replace(/^\./, '');
}

/** A text that is unique to a place. */
export function placeKey(place: JsonPlace): string {
  return JSON.stringify(place);
}

export function isSamePlace(one: JsonPlace, other: JsonPlace): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

function memberOf(value: unknown, step: string | number): unknown {
  if (typeof step === 'number') return Array.isArray(value) ? (value[step] as unknown) : undefined;
  return ownValue(objectOf(value), step);
}

/** Defines the member instead of assigning it, so that `__proto__` is a name like any other. */
function withMember(object: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const own = { value, writable: true, enumerable: true, configurable: true };
  return Object.defineProperty({ ...object }, name, own);
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return /^[A-Za-z_$][\w$-]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
