import { type RequestRoute, requestRoutes } from '../../contract/request-route.ts';
import type { MediaRole } from '../../contract/video-values.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { objectOf, ownText, ownValue } from '../json/json-object.ts';
import { markOf } from './field-mark.ts';

/** The fields of a request, each by its name with a mark of its value: equal values have equal marks. */
export type FieldMarks = Readonly<Record<string, string>>;

export interface FieldReading {
  route: RequestRoute;
  /**
   * What stands for a link in its mark. That of a local file is the same for the same bytes, whatever link an upload gave them;
   * any other link stands for itself.
   */
  identityOf(link: string): string;
  /** A digest of a text. */
  digest(text: string): string;
}

/** How a manifest calls the media of each role. */
const columnOfRole: Readonly<Record<MediaRole, string>> = {
  first_frame: 'first_frame',
  last_frame: 'last_frame',
  reference_image: 'ref_image',
  reference_video: 'ref_video',
  reference_audio: 'ref_audio',
};

/** Of media of these roles a request has several, which are numbered. */
const isNumbered = (column: string): boolean => column.startsWith('ref_');

/**
 * The fields of a body with a mark each, by which it is told what a request asks for, and later which fields of it were changed.
 * Parts of a `content` list have the names that a manifest has for them.
 */
export function fieldMarks(body: Record<string, unknown>, reading: FieldReading): FieldMarks {
  const marks: Record<string, string> = {};
  for (const [name, value] of namedFields(body, reading.route)) {
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

function* namedFields(body: Record<string, unknown>, route: RequestRoute): Generator<[string, unknown]> {
  yield ['route', route];
  const { isFlat } = requestRoutes[route];
  const input = isFlat ? undefined : objectOf(ownValue(body, 'input'));
  for (const [name, value] of Object.entries(body)) {
    if (input !== undefined && name === 'input') continue;
    yield* fieldsOf(name, value);
  }
  for (const [name, value] of Object.entries(input ?? {}))
    yield* fieldsOf(Object.hasOwn(body, name) || name === 'route' ? `input.${name}` : name, value);
}

function* fieldsOf(name: string, value: unknown): Generator<[string, unknown]> {
  if (!Array.isArray(value)) yield [name, value];
  else if (name === 'content') yield* partsOf(value);
  else for (const [index, one] of value.entries()) yield [`${name}.${index + 1}`, one];
}

/** The parts of a content list. Two texts, or two first frames, are told apart by a number. */
function* partsOf(parts: readonly unknown[]): Generator<[string, unknown]> {
  const counts = new Map<string, number>();
  for (const value of parts) {
    const part = objectOf(value);
    const type = ownText(part, 'type');
    const role = ownText(part, 'role');
    const column = columnOf(type, role);
    const number = (counts.get(column) ?? 0) + 1;
    counts.set(column, number);
    const name = isNumbered(column) || number > 1 || column === 'content' ? `${column}.${number}` : column;
    yield [name, type === undefined || part === undefined ? value : (ownValue(part, type) ?? part)];
  }
}

function columnOf(type: string | undefined, role: string | undefined): string {
  if (type === 'text') return 'prompt';
  if (type === 'draft_task') return 'draft';
  return role !== undefined && Object.hasOwn(columnOfRole, role)
    ? columnOfRole[role as MediaRole]
    : 'content';
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
