import { type SchemaDocument, type SchemaNode, typesOf } from '../../schema/document.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { listedValues, numberOf } from '../../schema/limits.ts';
import { membersOf } from '../../schema/nodes/members.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { countText, rangeText } from '../../schema/words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';

/** How many levels of alternatives are read, and how many alternatives on a level. */
const depthMost = 3;
const kindsMost = 12;

/** How many values of an enumeration are shown. */
const valuesMost = 40;

/** The type of a node in a word or two: `string (uri)`, `integer or null`, `array of object`. */
export function typeText(node: SchemaNode, document: SchemaDocument, depth = 0): string {
  const own = typesOf(node);
  const names = own.length > 0 ? own : impliedTypes(node, document, depth);
  const isNullable = ownValue(node, 'nullable') === true && names.length > 0;
  const format = ownValue(node, 'format');
  const formatted = typeof format === 'string' ? ` (${format})` : '';
  return [...new Set([...names, ...(isNullable ? ['null'] : [])])]
    .map((name) => {
      if (name === 'string' || name === 'integer' || name === 'number') return `${name}${formatted}`;
      const inner = name === 'array' ? itemType(node, document, depth) : '';
      return inner === '' ? name : `${name} of ${inner}`;
    })
    .join(' or ');
}

function itemType(node: SchemaNode, document: SchemaDocument, depth: number): string {
  const items = ownValue(node, 'items');
  if (objectOf(items) === undefined || depth >= depthMost) return '';
  return typeText(plainNode(items, document), document, depth + 1);
}

/** The values that a node may hold, in words: `480p, 720p`, `4 to 30 or -1`, `at most 9 items`. */
export function limitsText(node: SchemaNode, document: SchemaDocument, depth = 0): string {
  const own = ownTexts(node).filter((text) => text !== '');
  const kinds = kindsOf(node, depth);
  const others = [...new Set(kinds.map((kind) => limitsText(plainNode(kind, document), document, depth + 1)))]
    .filter((text) => text !== '')
    .join(' or ');
  const items = depth >= depthMost ? undefined : objectOf(ownValue(node, 'items'));
  const each = items === undefined ? '' : limitsText(plainNode(items, document), document, depth + 1);
  return [...own, others, each === '' ? '' : `each ${each}`].filter((text) => text !== '').join(', ');
}

/** The alternatives that are read: the first ones, where there are very many or they lead in circles. */
function kindsOf(node: SchemaNode, depth: number): readonly unknown[] {
  return depth >= depthMost ? [] : alternativesOf(node).slice(0, depth === 0 ? kindsMost : 3);
}

/** A JSON value as it is typed: strings bare, the rest as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function ownTexts(node: SchemaNode): string[] {
  const step = ownValue(node, 'multipleOf');
  const pattern = ownValue(node, 'pattern');
  return [
    listText(listedValues(node) ?? []),
    rangeText(node),
    typeof step === 'number' && step !== 1 ? `steps of ${step}` : '',
    countText(numberOf(node, 'minLength'), numberOf(node, 'maxLength'), 'character'),
    countText(numberOf(node, 'minItems'), numberOf(node, 'maxItems'), 'item'),
    typeof pattern === 'string' ? `matching ${pattern}` : '',
  ];
}

/** A value as it is typed. A text that would read as another value stays in JSON's quotes: `"7"` is not 7. */
function typedText(value: unknown): string {
  const isOther = typeof value === 'string' && (value === '' || tryReadJson(value) !== undefined);
  return isOther ? JSON.stringify(value) : valueText(value);
}

function listText(values: readonly unknown[]): string {
  const named = values.slice(0, valuesMost).map(typedText).join(', ');
  return values.length > valuesMost ? `${named} and ${values.length - valuesMost} more` : named;
}

function impliedTypes(node: SchemaNode, document: SchemaDocument, depth: number): string[] {
  if (ownValue(node, 'properties') !== undefined) return ['object'];
  if (ownValue(node, 'items') !== undefined) return ['array'];
  const values = listedValues(node) ?? [];
  if (values.length > 0) return [...new Set(values.map(jsonType))];
  const kinds = kindsOf(node, depth);
  return kinds.map((kind) => typeText(plainNode(kind, document), document, depth + 1)).filter(Boolean);
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The name of a kind: the only value that its `type`, or another member, may have, or else its title. */
export function kindName(kind: SchemaNode, document: SchemaDocument): { name: string; property: string } {
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
