import { objectOf, ownValue } from '../../text/json-object.ts';
import { impliedType, listOf, type SchemaDocument, type SchemaNode, typesOf } from '../document.ts';
import { fitsSchema } from '../judge.ts';
import { listedValues, numberOf } from '../limits.ts';
import { type Member, membersInOrder } from '../nodes/members.ts';
import { jointNodes, referredNode, startWalk } from '../nodes/nodes.ts';
import { alternativesOf, plainNode } from '../plain-node.ts';

/** The search for a smallest value, whose depth and steps are limited. */
interface LeastSearch {
  document: SchemaDocument;
  /** The schemas that references have led to on the way here. */
  open: ReadonlySet<SchemaNode>;
  depth: number;
  stepsLeft: { count: number };
}

/** Nobody fills in what lies deeper. */
const depthMost = 24;
/** About 20 ms of work. */
const stepsMost = 2000;

/**
 * The smallest value that a schema takes: its default, its first listed value, or an empty value of its type. Of several
 * alternatives it follows the first that ends: one that leads back to itself is passed over. Undefined where none ends.
 */
export function leastValue(schema: unknown, document: SchemaDocument): unknown {
  return least(schema, startSearch(document));
}

/** The members that an object needs, without some of them. One whose smallest value never ends is left empty. */
export function leastObject(
  schema: unknown,
  document: SchemaDocument,
  without: readonly string[],
): Record<string, unknown> {
  const node = plainNode(schema, document);
  const found = membersOf(node, startSearch(document), without);
  if (found !== undefined) return found;
  const members = neededMembers(node, document, without).map(({ name, schema: own }) => [
    name,
    leastValue(own, document) ?? emptyValue(own, document),
  ]);
  return Object.fromEntries(members);
}

function startSearch(document: SchemaDocument): LeastSearch {
  return { document, open: new Set(), depth: 0, stepsLeft: { count: stepsMost } };
}

function emptyValue(schema: unknown, document: SchemaDocument): unknown {
  const type = typeOf(plainNode(schema, document));
  return type === 'object' ? {} : type === 'array' ? [] : '';
}

function least(schema: unknown, outer: LeastSearch): unknown {
  const { document, stepsLeft } = outer;
  const node = plainNode(schema, document);
  const given = [ownValue(node, 'default'), ...(listedValues(node) ?? [])].find(
    (value) => value !== undefined && value !== null && fitsSchema(value, schema, document),
  );
  if (given !== undefined) return given;
  stepsLeft.count -= 1;
  const targets = targetsOf(schema, document);
  if (outer.depth > depthMost || stepsLeft.count < 0 || targets.some((one) => outer.open.has(one)))
    return undefined;
  const search = { ...outer, open: new Set([...outer.open, ...targets]), depth: outer.depth + 1 };
  const found = leastOf(node, schema, search);
  return found === undefined && ownValue(node, 'nullable') === true ? null : found;
}

/** The schemas that references lead to from here. */
function targetsOf(schema: unknown, { root }: SchemaDocument): SchemaNode[] {
  const joint = jointNodes(objectOf(schema) ?? {}, startWalk(root, 50));
  return joint.map((one) => referredNode(one, root)).filter((one) => one !== undefined);
}

function leastOf(node: SchemaNode, schema: unknown, search: LeastSearch): unknown {
  const kinds = alternativesOf(node);
  if (kinds.length > 0 && !Object.hasOwn(node, 'properties'))
    return firstFound(kinds, (kind) => least(withRest(node, kind), search));
  switch (typeOf(node)) {
    case 'object':
      return membersOf(node, search, []);
    case 'array':
      return leastList(node, search);
    case 'integer':
    case 'number':
      return leastNumber(node, search.document);
    case 'boolean':
      return !fitsSchema(false, schema, search.document);
    case 'null':
      return null;
    default:
      return '';
  }
}

function typeOf(node: SchemaNode): string | undefined {
  return typesOf(node).find((one) => one !== 'null') ?? impliedType(node);
}

function firstFound<One, Made>(all: readonly One[], make: (one: One) => Made | undefined): Made | undefined {
  for (const one of all) {
    const made = make(one);
    if (made !== undefined) return made;
  }
  return undefined;
}

function membersOf(
  node: SchemaNode,
  search: LeastSearch,
  without: readonly string[],
): Record<string, unknown> | undefined {
  const kinds = alternativesOf(node);
  if (kinds.length === 0) return ownMembers(node, search, without);
  return firstFound(kinds, (kind) =>
    ownMembers(plainNode(withRest(node, kind), search.document), search, without),
  );
}

function ownMembers(
  node: SchemaNode,
  search: LeastSearch,
  without: readonly string[],
): Record<string, unknown> | undefined {
  const needed = neededMembers(node, search.document, without).map(
    ({ name, schema }) => [name, least(schema, search)] as const,
  );
  if (needed.some(([, value]) => value === undefined)) return undefined;
  const lacking = (numberOf(node, 'minProperties') ?? 0) - needed.length;
  return Object.fromEntries([...needed, ...furtherMembers(node, search, without, lacking)]);
}

/** Members that are not required, so many that the object has as many as it needs. One that never ends is passed over. */
function furtherMembers(
  node: SchemaNode,
  search: LeastSearch,
  without: readonly string[],
  count: number,
): (readonly [string, unknown])[] {
  if (count <= 0) return [];
  return membersInOrder(node, search.document)
    .filter(({ name, required }) => !required && !without.includes(name))
    .slice(0, count + passedOverMost)
    .map(({ name, schema }) => [name, least(schema, search)] as const)
    .filter(([, value]) => value !== undefined)
    .slice(0, count);
}

const passedOverMost = 8;

function neededMembers(node: SchemaNode, document: SchemaDocument, without: readonly string[]): Member[] {
  return membersInOrder(node, document).filter(({ name, required }) => required && !without.includes(name));
}

/** An alternative merged with the keywords that stand beside the alternatives. */
function withRest(node: SchemaNode, kind: unknown): SchemaNode {
  const { anyOf: _, oneOf: __, default: ___, ...rest } = node;
  return { allOf: [rest, kind] };
}

function leastList(node: SchemaNode, search: LeastSearch): unknown[] | undefined {
  const items = ownValue(node, 'items');
  const first = Array.isArray(items) ? (items as unknown[]) : listOf(node, 'prefixItems');
  const values = listedValues(plainNode(items, search.document)) ?? [];
  const length = Math.min(numberOf(node, 'minItems') ?? 0, lengthMost);
  const list = Array.from({ length }, (_, index) => {
    if (ownValue(node, 'uniqueItems') === true && index < values.length) return values[index];
    return least(index < first.length ? first[index] : items, search);
  });
  return list.includes(undefined) ? undefined : list;
}

const lengthMost = 16;

function leastNumber(node: SchemaNode, document: SchemaDocument): number {
  const step = numberOf(node, 'multipleOf') ?? 1;
  const start = numberOf(node, 'minimum') ?? numberOf(node, 'exclusiveMinimum') ?? 0;
  const steps = Math.floor(start / step) * step;
  const candidates = [start, steps, steps + step, start + step / 2, numberOf(node, 'maximum') ?? start];
  return candidates.find((value) => fitsSchema(value, node, document)) ?? 0;
}
