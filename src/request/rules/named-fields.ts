import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { flagOfRole } from '../../service/request-words.ts';
import { type MediaRole, mediaRoles } from '../../service/wire-values.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

/** How a manifest calls the media of each role: as their flag, in its own spelling. */
export const columnOfRole = Object.fromEntries(
  mediaRoles.map((role) => [role, flagOfRole[role].slice(2).replace('-', '_')]),
) as Readonly<Record<MediaRole, string>>;

/** Tells whether a request has several media under a column, which are numbered. */
const isNumbered = (column: string): boolean => column.startsWith('ref_');

/**
 * The fields of a body in its order, by the names that a manifest has for them: `prompt`, `duration`, `ref_image.2`. What a body
 * has beside its input, and elements of a list, have fields of their own.
 */
export function* namedFields(
  body: Record<string, unknown>,
  route: RequestRoute,
): Generator<[name: string, value: unknown]> {
  const { isFlat } = requestRoutes[route];
  const input = isFlat ? undefined : objectOf(ownValue(body, 'input'));
  for (const [name, value] of Object.entries(body)) {
    if (input !== undefined && name === 'input') continue;
    yield* fieldsOf(name, value);
  }
  for (const [name, value] of Object.entries(input ?? {}))
    yield* fieldsOf(Object.hasOwn(body, name) || name === 'route' ? `input.${name}` : name, value);
}

function* fieldsOf(name: string, value: unknown): Generator<[name: string, value: unknown]> {
  if (!Array.isArray(value)) yield [name, value];
  else if (name === 'content') yield* partsOf(value);
  else for (const [index, one] of value.entries()) yield [`${name}.${index + 1}`, one];
}

/** The parts of a content list. Two texts, or two first frames, are told apart by a number. */
function* partsOf(parts: readonly unknown[]): Generator<[name: string, value: unknown]> {
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
