import { objectOf, ownValue } from '../text/json-object.ts';
import { listOf, type SchemaDocument, type SchemaNode, typesOf } from './document.ts';
import { isSameJson } from './json/canonical-json.ts';
import { numberOf } from './limits.ts';
import { referredNode, type SchemaWalk, startWalk, takeStep } from './nodes/nodes.ts';

/** After so many references and `allOf` in a row, a schema counts as circular. */
const hopsMost = 12;
/** Limit of the nodes that are merged for one value: a circle with several ways round it would multiply at every hop. */
const nodesMost = 200;

/**
 * A node in the form that suits asking for its value: references are followed, `allOf` is merged, an alternative `null` becomes
 * `nullable`, and a single alternative becomes the node itself. Only questions use this form; answers are checked against the
 * schema as it was written.
 */
export function plainNode(value: unknown, { root }: Pick<SchemaDocument, 'root'>): SchemaNode {
  const written = objectOf(value);
  if (written === undefined) return {};
  const known = read.get(root) ?? new WeakMap<SchemaNode, SchemaNode>();
  read.set(root, known);
  const plain =
    known.get(written) ?? laidTogether(written, { ...startWalk(root, nodesMost), open: new Set() }, 0);
  known.set(written, plain);
  return plain;
}

/** The plain form of each node, by document: menus and tables of a thousand fields ask for it again and again. */
const read = new WeakMap<SchemaNode, WeakMap<SchemaNode, SchemaNode>>();

interface Laying extends SchemaWalk {
  /** The nodes that are being merged right now: one that leads back to itself adds nothing. */
  open: Set<SchemaNode>;
}

function laidTogether(value: unknown, walk: Laying, hops: number): SchemaNode {
  const node = objectOf(value) ?? {};
  if (walk.open.has(node)) return {};
  if (hops > hopsMost || !takeStep(walk)) return node;
  walk.open.add(node);
  const laid = laidParts(node, walk, hops);
  walk.open.delete(node);
  return laid;
}

function laidParts(node: SchemaNode, walk: Laying, hops: number): SchemaNode {
  const { $ref: _, allOf: parts, ...own } = node;
  const referred = referredNode(node, walk.root);
  const laid = [
    ...(referred === undefined ? [] : [laidTogether(referred, walk, hops + 1)]),
    ...(Array.isArray(parts) ? parts.map((part) => laidTogether(part, walk, hops + 1)) : []),
    own,
  ].reduce<SchemaNode>(joined, {});
  return withoutNull(laid, walk, hops);
}

/** The alternatives of a plain node; `null` is not among them. */
export function alternativesOf(node: SchemaNode): readonly unknown[] {
  return [...listOf(node, 'oneOf'), ...listOf(node, 'anyOf')];
}

function withoutNull(node: SchemaNode, walk: Laying, hops: number): SchemaNode {
  const types = typesOf(node);
  const named =
    types.length > 1 && types.includes('null')
      ? { ...node, type: types.filter((type) => type !== 'null'), nullable: true }
      : node;
  const alternatives = alternativesOf(named);
  if (alternatives.length === 0) return named;
  const others = alternatives.filter((one) => !isNull(laidTogether(one, walk, hops + 1)));
  const { oneOf: _, anyOf: __, ...rest } = named;
  const own = others.length < alternatives.length ? { ...rest, nullable: true } : rest;
  const [only] = others;
  if (others.length === 1) return joined(laidTogether(only, walk, hops + 1), own);
  return { ...own, anyOf: others };
}

function isNull(node: SchemaNode): boolean {
  const types = typesOf(node);
  return (types.length === 1 && types[0] === 'null') || ('const' in node && node.const === null);
}

/** Merges two nodes that both apply. Where a keyword can't be merged, the second node's counts. */
function joined(one: SchemaNode, other: SchemaNode): SchemaNode {
  const properties = joinedProperties(one, other);
  const required = [...new Set([...listOf(one, 'required'), ...listOf(other, 'required')])];
  const values = joinedValues(one, other);
  return {
    ...one,
    ...other,
    ...(properties === undefined ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(values === undefined ? {} : { enum: values }),
    ...joinedRange(one, other),
    ...joinedConditions(one, other),
  };
}

function joinedProperties(one: SchemaNode, other: SchemaNode): SchemaNode | undefined {
  const [first, second] = [one, other].map((node) => objectOf(ownValue(node, 'properties')));
  if (first === undefined || second === undefined) return first ?? second;
  const shared = Object.entries(second).map(([name, schema]) =>
    Object.hasOwn(first, name) ? [name, bothOf(first[name], schema)] : [name, schema],
  );
  return { ...first, ...Object.fromEntries(shared) };
}

/** The schema of what satisfies both. A part is listed once, because a circle reaches the same schema by many ways. */
function bothOf(one: unknown, other: unknown): unknown {
  const parts = [...new Set([...allOfAlone(one), ...allOfAlone(other)])];
  return parts.length === 1 ? parts[0] : { allOf: parts };
}

/** The parts of a schema that says nothing but `allOf`; else the schema itself. */
function allOfAlone(schema: unknown): readonly unknown[] {
  const node = objectOf(schema);
  const isAlone = node !== undefined && Object.keys(node).length === 1;
  const parts = isAlone ? listOf(node, 'allOf') : [];
  return parts.length > 0 ? parts : [schema];
}

function joinedValues(one: SchemaNode, other: SchemaNode): unknown[] | undefined {
  const [first, second] = [one, other].map((node) => ownValue(node, 'enum'));
  if (!Array.isArray(first) || !Array.isArray(second)) return undefined;
  return first.filter((value) => second.some((same) => isSameJson(same, value)));
}

/** The narrower of the two nodes' ranges and counts. */
function joinedRange(one: SchemaNode, other: SchemaNode): SchemaNode {
  const ends = [
    ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(
      (key) => [key, Math.max] as const,
    ),
    ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(
      (key) => [key, Math.min] as const,
    ),
  ];
  return Object.fromEntries(
    ends.flatMap(([key, narrower]) => {
      const [first, second] = [numberOf(one, key), numberOf(other, key)];
      return first === undefined || second === undefined ? [] : [[key, narrower(first, second)]];
    }),
  );
}

/** Joins what both say under a condition. The conditions themselves are lost: they matter to judging, not to asking. */
function joinedConditions(one: SchemaNode, other: SchemaNode): SchemaNode {
  return Object.fromEntries(
    ['then', 'else']
      .filter((key) => Object.hasOwn(one, key) && Object.hasOwn(other, key))
      .map((key) => [key, bothOf(one[key], other[key])]),
  );
}
