import { listOf } from '../../schema/document.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { type ComposeFacts, type Composition, entryOf } from './composition.ts';
import { chosenFieldAt } from './fields-at.ts';
import { memberNamed } from './read-once.ts';

/** A value more steps below the body than this is written as JSON instead of asked for part by part. */
const deepestAsked = 12;
/** How often a schema may be nested in itself and still be asked for part by part. */
const sameAboveMost = 1;
/** Limit of the parts of a node that are compared. */
const partsMost = 200;

/** Whether a value is so deep inside the body that it is asked for as a whole, as JSON. */
export function isTooDeep(place: JsonPlace): boolean {
  return place.length > deepestAsked;
}

/**
 * Whether the path to a value leads through its own schema again and again: the questions for a schema that requires itself
 * would never end. Where a person chooses to go deeper, only the depth is limited.
 */
export function isCircling(place: JsonPlace, composition: Composition, facts: ComposeFacts): boolean {
  if (entryOf(composition, facts)?.inputSchema === undefined || place.length < 3) return false;
  const schemas = place.slice(1).map((_, index) => schemaAt(place.slice(0, index + 2), composition, facts));
  const own = schemas.at(-1);
  const above = schemas.slice(0, -1).filter((schema) => own !== undefined && isSameSchema(schema, own));
  return above.length > sameAboveMost;
}

/** The schema that the object or list around a value has for it. */
function schemaAt(place: JsonPlace, composition: Composition, facts: ComposeFacts): unknown {
  const parent = chosenFieldAt(place.slice(0, -1), composition, facts);
  if (parent?.shape.kind === 'list') return parent.shape.item;
  return parent?.shape.kind === 'object'
    ? memberNamed(parent.shape.members, place.at(-1))?.schema
    : undefined;
}

/** Whether two schemas are the same node or consist of the same parts: merging parts makes a new node each time. */
function isSameSchema(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const [parts, others] = [partsOf(one), partsOf(other)];
  return parts.size > 0 && parts.size === others.size && [...parts].every((part) => others.has(part));
}

/** The parts that a node is merged from: references as their text, other nodes as themselves. */
function partsOf(schema: unknown): ReadonlySet<unknown> {
  const parts = new Set<unknown>();
  const open = [schema];
  for (let step = 0; step < partsMost && open.length > 0; step += 1) {
    const node = objectOf(open.pop());
    if (node === undefined) continue;
    const reference = ownValue(node, '$ref');
    const joint = listOf(node, 'allOf');
    if (typeof reference === 'string') parts.add(reference);
    else if (joint.length === 0) parts.add(node);
    open.push(...joint);
  }
  return parts;
}
