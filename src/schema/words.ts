import { objectOf } from '../text/json-object.ts';
import { anyOfWords, counted, shownValue } from '../text/shown-value.ts';
import type { SchemaNode } from './document.ts';
import { numberRange } from './limits.ts';

/** The range of a number in words: `4 to 30`, `at least 1`, `over 0, at most 1`; empty where there is none. */
export function rangeText(node: SchemaNode): string {
  const { least, most, leastIncluded, mostIncluded } = numberRange(node);
  if (least !== undefined && most !== undefined && leastIncluded && mostIncluded)
    return least === most ? `${least}` : `${least} to ${most}`;
  const ends = [
    least === undefined ? undefined : `${leastIncluded ? 'at least' : 'over'} ${least}`,
    most === undefined ? undefined : `${mostIncluded ? 'at most' : 'under'} ${most}`,
  ];
  return ends.filter((end) => end !== undefined).join(', ');
}

/** A count in words: `at least 1 character`, `2 to 4 items`. */
export function countText(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined)
    return `${least === most ? '' : `${least} to `}${counted(most, unit)}`;
  if (least !== undefined) return `at least ${counted(least, unit)}`;
  return most === undefined ? '' : `at most ${counted(most, unit)}`;
}

/** A message names at most so many values and says how many more there are. */
const namedMost = 20;

/** The values of an enumeration: `"480p", "720p" or "1080p"`. Of a long one it names the first values and counts the rest. */
export function listedText(values: readonly unknown[]): string {
  return anyOrOthers(values, shownValue);
}

function anyOrOthers<One>(all: readonly One[], textOf: (one: One) => string): string {
  if (all.length <= namedMost) return anyOfWords(all.map(textOf));
  return `${all.slice(0, namedMost).map(textOf).join(', ')} or ${all.length - namedMost} others`;
}

/** From so many consecutive whole numbers on, only the ends of a row are named. */
const rowLeast = 4;

/** As `listedText`, with consecutive whole numbers as a range, so that all of them are covered: `4 to 30 or -1`. */
export function valuesText(values: readonly unknown[]): string {
  const words: string[] = [];
  for (let place = 0; place < values.length && words.length <= namedMost; ) {
    const length = rowLength(values, place);
    const [first, last] = [values[place], values[place + length - 1]];
    words.push(length >= rowLeast ? `${String(first)} to ${String(last)}` : shownValue(first));
    place += length >= rowLeast ? length : 1;
  }
  return words.length <= namedMost ? anyOfWords(words) : listedText(values);
}

function rowLength(values: readonly unknown[], from: number): number {
  let length = 1;
  while (Number.isInteger(values[from]) && values[from + length] === Number(values[from]) + length)
    length += 1;
  return length;
}

/** The fields of an object: `size, seed or 3 others`. */
export function listedNames(names: readonly string[]): string {
  return names.length === 0 ? 'no field' : anyOrOthers([...new Set(names)], (name) => name);
}

/** So many names as are shown, and how many more there are: `size, seed and 3 more`. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}

/** The words for each type's values. */
export const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** Tells whether a value is of a type of JSON Schema; a type that is not one of JSON Schema's fits any value. */
export function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return objectOf(value) !== undefined;
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

const formatWords: Readonly<Record<string, string>> = {
  uri: 'a URL, such as https://example.com/a.png',
  url: 'a URL, such as https://example.com/a.png',
  'uri-reference': 'a URL, or a part of one',
  date: 'a date, such as 2026-01-31',
  time: 'a time of day, such as 12:00:00Z',
  'date-time': 'a time, such as 2026-01-31T12:00:00Z',
  duration: 'a duration, such as PT5S',
  email: 'an e-mail address',
  hostname: 'the name of a host',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uuid: 'a UUID',
  regex: 'a regular expression',
  byte: 'base64',
  int32: 'a whole number of 32 bits',
  int64: 'a whole number of 64 bits',
};

/** A format in words: `a date, such as 2026-01-31`. */
export function formatText(format: string): string {
  return (
    (Object.hasOwn(formatWords, format) ? formatWords[format] : undefined) ?? `a text of the format ${format}`
  );
}
