import {
  listOf,
  requiredNames,
  type SchemaDocument,
  type SchemaNode,
  schemasOf,
} from '../../schema/document.ts';
import { listedValues, numberOf } from '../../schema/limits.ts';
import { type Member, membersInOrder, membersOf } from '../../schema/nodes/members.ts';
import { jointNodes, startWalk } from '../../schema/nodes/nodes.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';

/** A row for a parameter of a model, or for one kind of its values. */
export interface SchemaRow {
  /** The full path of the field: `content[image_url].role`. */
  path: string;
  name: string;
  /** How many fields enclose it. */
  depth: number;
  required: boolean;
  /** Words for its values where they are not those of its schema: for a kind, and for a field that is shown above already. */
  values?: string;
  /** A field of the input itself, a kind of the input, or what stands inside one of these fields. */
  place: 'field' | 'kind' | 'inner';
  /** Its schema in the plain form. */
  node: SchemaNode;
}

/** A model's parameters, and notes about them that no row holds. */
export interface SchemaTable {
  fields: readonly SchemaRow[];
  notes: readonly string[];
}

/** Bounds for an endless schema. */
const depthMost = 12;
const fieldsMost = 1_000;

/**
 * The parameters of a model in the order of its schema, each followed by those inside it. Where a schema is too large its
 * deepest levels are left out, and a note says so. Never throws.
 */
export function schemaTable(schema: unknown): SchemaTable {
  const root = objectOf(schema);
  if (root === undefined) return { fields: [], notes: [] };
  let shown = walked(root, 0);
  for (let depth = 1; depth <= depthMost && shown.isCutBelow; depth += 1) {
    const deeper = walked(root, depth);
    if (deeper.count > fieldsMost) break;
    shown = deeper;
  }
  const { fields, notes, count, isCutBelow, deepest } = shown;
  const many = count > fields.length ? [`Only ${fields.length} of ${count} fields are shown`] : [];
  const deep = isCutBelow ? [`Levels more than ${deepest} deep inside a field are not shown`] : [];
  return { fields, notes: [...notes, ...many, ...deep] };
}

/** The schema that is being read, and what was found in it. */
interface Walk {
  document: SchemaDocument;
  fields: SchemaRow[];
  notes: Set<string>;
  /** How many fields there are on the levels read so far, shown or not. */
  count: number;
  /** How many more objects may be read. Fields alone are no bound, because kinds within kinds need not have any. */
  stepsLeft: number;
  /** The deepest level to read, and whether there is a deeper one. */
  deepest: number;
  isCutBelow: boolean;
}

/** The place of a level of fields in the schema. */
interface Level {
  /** Path of the field that holds this level, empty at the top. */
  path: string;
  depth: number;
  /** True if its fields are those of the input itself. */
  isInput: boolean;
  /** The property that tells this kind from the others; it has been shown already. */
  without: string;
  /** The nodes that enclose this level, each with the path where it was met first. */
  inside: ReadonlyMap<SchemaNode, string>;
}

function walked(root: SchemaNode, deepest: number): Walk {
  const walk: Walk = {
    document: { root },
    fields: [],
    notes: new Set(),
    count: 0,
    stepsLeft: fieldsMost,
    deepest,
    isCutBelow: false,
  };
  addInside(root, walk, { path: '', depth: 0, isInput: true, without: '', inside: new Map() });
  return walk;
}

/** Adds the members of the object that a schema describes, or of each kind of it. */
function addInside(schema: unknown, walk: Walk, level: Level): void {
  const { document } = walk;
  const node = plainNode(schema, document);
  if (level.depth > walk.deepest || walk.stepsLeft <= 0) {
    const inner = membersOf(node, document).length + alternativesOf(node).length + unnamedOf(node).length;
    walk.isCutBelow ||= inner > 0;
    return;
  }
  walk.stepsLeft -= 1;
  const inside = new Map(level.inside);
  for (const one of jointNodes(objectOf(schema) ?? {}, startWalk(document.root)))
    if (!inside.has(one)) inside.set(one, level.path);
  addMembers(node, walk, { ...level, inside });
  const kinds = alternativesOf(node).map((kind) => ({ kind, node: plainNode(kind, document) }));
  const nodes = kinds.map((one) => one.node);
  noteNeeds(nodes, walk, level);
  for (const one of nodes) addListed(one, walk, { ...level, inside });
  const described = kinds.filter(
    (one) => membersOf(one.node, document).length > 0 && Object.hasOwn(one.node, 'properties'),
  );
  for (const [index, { kind, node: own }] of described.entries()) {
    if (metBefore(kind, { inside }, document) !== undefined) continue;
    if (described.length === 1) addMembers(own, walk, { ...level, inside });
    else addKind(kind, index, walk, { ...level, inside });
  }
}

function addKind(kind: unknown, index: number, walk: Walk, level: Level): void {
  const node = plainNode(kind, walk.document);
  const { name, property } = kindName(node, walk.document);
  const title = ownValue(node, 'title');
  const path = `${level.path}[${property === '' && title !== name ? index + 1 : name}]`;
  const place = level.isInput ? 'kind' : 'inner';
  const values = property === '' ? '' : `${property} is ${name}`;
  add(walk, { path, name, depth: level.depth, required: false, place, node, values });
  addInside(kind, walk, { ...level, path, depth: level.depth + 1, without: property });
}

function addMembers(node: SchemaNode, walk: Walk, level: Level): void {
  for (const member of [...membersInOrder(node, walk.document), ...unnamedOf(node)]) {
    const { name } = member;
    if (name === level.without) continue;
    addOne(member, level.path === '' ? name : `${level.path}.${name}`, walk, level);
  }
}

/** Adds a member and the fields inside it. */
function addOne({ name, schema, required }: Member, path: string, walk: Walk, level: Level): void {
  const { document } = walk;
  const again = metBefore(schema, level, document);
  const member = plainNode(schema, document);
  const place = level.isInput ? 'field' : 'inner';
  const values = again === undefined ? {} : { values: `${again === '' ? 'the input' : again} again` };
  add(walk, { path, name, depth: level.depth, required, place, node: member, ...values });
  if (again === undefined)
    addNested(schema, member, walk, { ...level, path, depth: level.depth + 1, isInput: false, without: '' });
}

/** Adds the fields inside a member: those of an object, or of the items of a list. */
function addNested(schema: unknown, member: SchemaNode, walk: Walk, level: Level): void {
  addPlaces(member, walk, level);
  if (objectOf(ownValue(member, 'items')) === undefined) addInside(schema, walk, level);
  else addListed(member, walk, level);
}

/** Adds the elements of a list that each have a schema of their own, by their position. */
function addPlaces(node: SchemaNode, walk: Walk, level: Level): void {
  const items = ownValue(node, 'items');
  const places = Array.isArray(items) ? (items as unknown[]) : listOf(node, 'prefixItems');
  if (level.depth > walk.deepest) {
    walk.isCutBelow ||= places.length > 0;
    return;
  }
  const least = numberOf(node, 'minItems') ?? 0;
  for (const [place, schema] of places.entries())
    addOne({ name: `[${place}]`, schema, required: place < least }, `${level.path}[${place}]`, walk, level);
}

/** Members without a fixed name: those whose names match a pattern, and all others. */
function unnamedOf(node: SchemaNode): Member[] {
  const patterns = schemasOf(node, 'patternProperties').map(([pattern, schema]) => ({
    name: `/${pattern}/`,
    schema,
    required: false,
  }));
  const others = objectOf(ownValue(node, 'additionalProperties')) ?? {};
  const rest = Object.keys(others).length === 0 ? [] : [{ name: '*', schema: others, required: false }];
  return [...patterns, ...rest];
}

/** Adds the members of a list's items. */
function addListed(node: SchemaNode, walk: Walk, level: Level): void {
  const items = objectOf(ownValue(node, 'items'));
  if (items === undefined || metBefore(items, level, walk.document) !== undefined) return;
  const path = hasKinds(items, walk.document) ? level.path : `${level.path}[]`;
  addInside(items, walk, { ...level, path });
}

function hasKinds(items: unknown, document: SchemaDocument): boolean {
  return alternativesOf(plainNode(items, document)).length > 1;
}

/** The path where a schema that contains itself was met first. */
function metBefore(
  schema: unknown,
  { inside }: Pick<Level, 'inside'>,
  { root }: SchemaDocument,
): string | undefined {
  const items = objectOf(ownValue(objectOf(schema), 'items'));
  for (const one of [objectOf(schema), items]) {
    if (one === undefined) continue;
    const known = jointNodes(one, startWalk(root, 200)).find((node) => inside.has(node));
    if (known !== undefined) return inside.get(known);
  }
  return undefined;
}

/** Adds a note for kinds that only require members: `needs image, or video`. */
function noteNeeds(kinds: readonly SchemaNode[], { notes }: Walk, { path }: Level): void {
  const needs = kinds.map((kind) => requiredNames(kind).join(' and '));
  const areBare = kinds.length > 1 && kinds.every((kind) => !Object.hasOwn(kind, 'properties'));
  if (areBare && needs.every((names) => names !== ''))
    notes.add(`${path === '' ? 'The input' : path} needs ${needs.join(', or ')}`);
}

function add(walk: Walk, field: SchemaRow): void {
  walk.count += 1;
  if (walk.fields.length < fieldsMost) walk.fields.push(field);
}

/** The name of a kind: the only value that its `type`, or another member, may have, or else its title. */
function kindName(kind: SchemaNode, document: SchemaDocument): { name: string; property: string } {
  const members = membersOf(kind, document);
  for (const { name, schema } of members) {
    const values = listedValues(plainNode(schema, document));
    if (values?.length === 1 && typeof values[0] === 'string') return { name: values[0], property: name };
  }
  const title = ownValue(kind, 'title');
  if (typeof title === 'string') return { name: title, property: '' };
  const needed = members.filter(({ required }) => required).map(({ name }) => name);
  return { name: needed.length === 0 ? 'a kind' : `with ${needed.join(', ')}`, property: '' };
}
