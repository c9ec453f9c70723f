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
  /** The property that tells so. */
  told?: string;
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
  const read = (of: unknown, level: Level): Reading => {
    const reading: Reading = { document: { root }, rows: [], notes: [], objectsLeft: fieldsMost };
    addLevel(of, reading, level);
    return reading;
  };
  const input = read(root, { path: '', depth: 0, place: ['field', 'kind'], without: '' });
  const notes = new Set(input.notes);
  let rows = input.rows.slice(0, fieldsMost);
  if (rows.length < input.rows.length) notes.add(`Only the first ${fieldsMost} fields are shown`);
  for (let deepest = 0; rows.length < fieldsMost; deepest += 1) {
    const inner = new Map(
      rows.filter(({ depth }) => depth === deepest).map((row) => [row, read(row.node, inside(row))]),
    );
    const deeper = rows.flatMap((row) => [row, ...(inner.get(row)?.rows ?? [])]);
    if (deeper.length === rows.length) break;
    if (deepest === depthMost || deeper.length > fieldsMost) {
      notes.add(`Levels more than ${deepest} deep inside a field are not shown`);
      break;
    }
    rows = deeper;
    for (const reading of inner.values()) for (const note of reading.notes) notes.add(note);
  }
  return { fields: rows, notes: [...notes] };
}

/** The level of a schema that is being read, and what was found in it. */
interface Reading {
  document: SchemaDocument;
  rows: SchemaRow[];
  notes: string[];
  /** How many more objects may be read. Fields alone are no bound, because kinds within kinds need not have any. */
  objectsLeft: number;
}

/** The place of a level of fields in the schema. */
interface Level {
  /** Path of the field that holds this level, empty at the top. */
  path: string;
  depth: number;
  /** The places that its fields and its kinds have. */
  place: readonly [ofFields: SchemaRow['place'], ofKinds: SchemaRow['place']];
  /** The property that tells this kind from the others; it has been shown already. */
  without: string;
}

/** The level inside a row. The fields of a kind of the input are the input's own. */
function inside({ depth, path, place, told = '' }: SchemaRow): Level {
  const isOfInput = place === 'kind';
  return { path, depth: depth + 1, place: isOfInput ? ['field', 'kind'] : ['inner', 'inner'], without: told };
}

/** Adds the members of the object that a schema describes, or of each kind of it, or of the items of its lists. */
function addLevel(schema: unknown, reading: Reading, level: Level): void {
  const { document, notes, rows } = reading;
  if (reading.objectsLeft <= 0) return;
  reading.objectsLeft -= 1;
  const { depth, path: above } = level;
  const [ofFields, ofKinds] = level.place;
  const node = plainNode(schema, document);
  for (const { name, required, schema: own } of membersInOrder(node, document)) {
    const path = above === '' ? name : `${above}.${name}`;
    if (name !== level.without)
      rows.push({ path, name, depth, required, place: ofFields, node: plainNode(own, document) });
  }
  const kinds = alternativesOf(node).map((kind) => plainNode(kind, document));
  notes.push(...needsOf(kinds, above));
  const items = objectOf(ownValue(node, 'items'));
  const hasKinds = alternativesOf(plainNode(items, document)).length > 1;
  if (items !== undefined) addLevel(items, reading, hasKinds ? level : { ...level, path: `${above}[]` });
  const described = kinds.filter((kind) => Object.hasOwn(kind, 'properties') || Object.hasOwn(kind, 'items'));
  for (const kind of described) {
    if (described.length === 1 || !Object.hasOwn(kind, 'properties')) addLevel(kind, reading, level);
    else {
      const { name, property } = kindName(kind, document);
      const told = { told: property, kind: property === '' ? '' : `${property} is ${name}` };
      rows.push({
        path: `${above}[${name}]`,
        name,
        depth,
        required: false,
        place: ofKinds,
        node: kind,
        ...told,
      });
    }
  }
}

/** A note for kinds that only require members: `needs image, or video`. */
function needsOf(kinds: readonly SchemaNode[], path: string): string[] {
  const needs = kinds.map((kind) => requiredNames(kind).join(' and '));
  const areBare = kinds.length > 1 && kinds.every((kind) => !Object.hasOwn(kind, 'properties'));
  if (!areBare || needs.includes('')) return [];
  return [`${path === '' ? 'The input' : path} needs ${needs.join(', or ')}`];
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
