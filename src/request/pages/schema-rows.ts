import { requiredNames, type SchemaDocument, type SchemaNode } from '../../schema/document.ts';
import { listedValues } from '../../schema/limits.ts';
import { isLinkMember } from '../../schema/link-shape.ts';
import { membersInOrder } from '../../schema/nodes/members.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { mediaRoles } from '../../service/wire-values.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { MediaOffer } from './model-offer.ts';

/** A row for a parameter of a model, or for one kind of its values. */
export interface SchemaRow {
  /** The full path of the field: `content[image_url].role`. */
  path: string;
  name: string;
  /** How many fields enclose it. */
  depth: number;
  required: boolean;
  /** For a kind, what tells it from the others. */
  kind?: string;
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

/** The page ends at so many levels inside a field, and before a level that would make more fields than this. */
const depthMost = 5;
const fieldsMost = 500;

/**
 * The parameters of a model in the order of its schema, each followed by those inside it. A note says what is not shown. Never
 * throws.
 */
export function schemaTable(schema: unknown): SchemaTable {
  const root = objectOf(schema);
  if (root === undefined) return { fields: [], notes: [] };
  let shown = walked(root, 0);
  for (let deepest = 1; deepest <= depthMost && shown.hasMore; deepest += 1) {
    const deeper = walked(root, deepest);
    if (deeper.objectsLeft <= 0) break;
    shown = deeper;
  }
  const { deepest, fields, hasMore, notes } = shown;
  const deep = hasMore ? [`Levels more than ${deepest} deep inside a field are not shown`] : [];
  return { fields, notes: [...notes, ...deep] };
}

function walked(root: SchemaNode, deepest: number): Walk {
  const walk = {
    document: { root },
    fields: [],
    notes: new Set<string>(),
    objectsLeft: fieldsMost,
    deepest,
    hasMore: false,
  };
  addInside(root, walk, { path: '', depth: 0, isInput: true, without: '' });
  return walk;
}

/** The schema that is being read, and what was found in it. */
interface Walk {
  document: SchemaDocument;
  fields: SchemaRow[];
  notes: Set<string>;
  /** How many more objects may be read. Fields alone are no bound, because kinds within kinds need not have any. */
  objectsLeft: number;
  /** The deepest level to read, and whether there is a deeper one. */
  deepest: number;
  hasMore: boolean;
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
}

/** Adds the members of the object that a schema describes, or of each kind of it, or of the items of its lists. */
function addInside(schema: unknown, walk: Walk, level: Level): void {
  const { document } = walk;
  const node = plainNode(schema, document);
  const kinds = alternativesOf(node).map((kind) => plainNode(kind, document));
  const items = objectOf(ownValue(node, 'items'));
  if (level.depth > walk.deepest || walk.objectsLeft <= 0) {
    walk.hasMore ||= items !== undefined || kinds.length > 0 || membersInOrder(node, document).length > 0;
    return;
  }
  walk.objectsLeft -= 1;
  addMembers(node, walk, level);
  noteNeeds(kinds, walk, level);
  const hasKinds = alternativesOf(plainNode(items, document)).length > 1;
  if (items !== undefined) addInside(items, walk, hasKinds ? level : { ...level, path: `${level.path}[]` });
  const described = kinds.filter((kind) => Object.hasOwn(kind, 'properties') || Object.hasOwn(kind, 'items'));
  for (const kind of described)
    if (described.length === 1 || !Object.hasOwn(kind, 'properties')) addInside(kind, walk, level);
    else addKind(kind, walk, level);
}

function addKind(kind: SchemaNode, walk: Walk, level: Level): void {
  const { name, property } = kindName(kind, walk.document);
  const path = `${level.path}[${name}]`;
  const place = level.isInput ? 'kind' : 'inner';
  const told = property === '' ? '' : `${property} is ${name}`;
  const isAdded = add(walk, {
    path,
    name,
    depth: level.depth,
    required: false,
    place,
    node: kind,
    kind: told,
  });
  if (isAdded) addInside(kind, walk, { ...level, path, depth: level.depth + 1, without: property });
}

function addMembers(node: SchemaNode, walk: Walk, level: Level): void {
  for (const { name, required, schema } of membersInOrder(node, walk.document)) {
    if (name === level.without) continue;
    const path = level.path === '' ? name : `${level.path}.${name}`;
    const place = level.isInput ? 'field' : 'inner';
    const member = plainNode(schema, walk.document);
    if (!add(walk, { path, name, depth: level.depth, required, place, node: member })) return;
    addInside(schema, walk, { path, depth: level.depth + 1, isInput: false, without: '' });
  }
}

/** Adds a note for kinds that only require members: `needs image, or video`. */
function noteNeeds(kinds: readonly SchemaNode[], { notes }: Walk, { path }: Level): void {
  const needs = kinds.map((kind) => requiredNames(kind).join(' and '));
  const areBare = kinds.length > 1 && kinds.every((kind) => !Object.hasOwn(kind, 'properties'));
  if (areBare && needs.every((names) => names !== ''))
    notes.add(`${path === '' ? 'The input' : path} needs ${needs.join(', or ')}`);
}

/** False where there are too many rows. */
function add(walk: Walk, field: SchemaRow): boolean {
  if (walk.fields.length < fieldsMost) return walk.fields.push(field) > 0;
  walk.notes.add(`Only the first ${fieldsMost} fields are shown`);
  walk.objectsLeft = 0;
  return false;
}

/** The name of a kind: the only value that its `type`, or another member, may have, or else its title. */
function kindName(kind: SchemaNode, document: SchemaDocument): { name: string; property: string } {
  const members = membersInOrder(kind, document);
  for (const { name, schema } of members) {
    const values = listedValues(plainNode(schema, document));
    if (values?.length === 1 && typeof values[0] === 'string') return { name: values[0], property: name };
  }
  const title = ownValue(kind, 'title');
  if (typeof title === 'string') return { name: title, property: '' };
  const needed = members.filter(({ required }) => required).map(({ name }) => name);
  return { name: needed.length === 0 ? 'a kind' : `with ${needed.join(', ')}`, property: '' };
}

/**
 * The rows of a schema that the lines about the prompt and media do not stand for. Where something unknown is inside one of
 * their fields, the field is shown with that alone.
 */
export function otherRows(rows: readonly SchemaRow[], { media, prompt }: MediaOffer): SchemaRow[] {
  const told = [
    ...(prompt === undefined ? [] : [prompt.field]),
    ...media.flatMap(({ field }) => field ?? []),
  ];
  return groupsOf(rows).flatMap(([first, ...inside]) => {
    if (first === undefined) return [];
    if (first.place !== 'field' || !told.includes(first.name)) return [first, ...inside];
    const isParts = prompt?.field === 'content' && first.name === 'content';
    const left = inside.filter((row) => (isParts ? !isKnownPart(row) : !isLinkMember(row.name)));
    if (left.length === 0) return [];
    return [first, ...left.map((row) => ({ ...row, name: isParts ? row.path : row.name }))];
  });
}

/** Each field or kind of the input, with what stands inside it. */
function groupsOf(rows: readonly SchemaRow[]): SchemaRow[][] {
  const groups: SchemaRow[][] = [];
  for (const row of rows) {
    if (row.place === 'inner') groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

const partMembers = new Set([
  'type',
  'text',
  'image_url',
  'video_url',
  'audio_url',
  'draft_task',
  'url',
  'id',
]);

/** Tells whether the flags for media write a kind of a content part, or a member of one. @see service document §2.7 */
function isKnownPart({ kind, name, node }: SchemaRow): boolean {
  if (name === 'role')
    return (listedValues(node) ?? []).every((role) => mediaRoles.some((one) => one === role));
  return kind !== undefined || partMembers.has(name);
}
