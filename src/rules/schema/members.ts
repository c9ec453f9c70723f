import { objectOf, ownValue } from '../json-object.ts';
import { listOf, type SchemaDocument, type SchemaNode } from './document.ts';
import type { Member } from './field.ts';
import { plainNode } from './plain-node.ts';

/** The members of an object's plain node: the required ones first, else in the order that the schema gives them. */
export function membersOf(node: SchemaNode, document: Pick<SchemaDocument, 'root'>): Member[] {
  const properties = Object.entries(objectOf(ownValue(node, 'properties')) ?? {});
  const required = listOf(node, 'required');
  const named = new Set(properties.map(([name]) => name));
  const order = orderOf(node);
  const members = properties
    .map(([name, schema], index) => ({
      name,
      schema,
      required: required.includes(name),
      place: placeOf(name, plainNode(schema, document), index, order),
    }))
    .filter(({ schema }) => schema !== false && ownValue(plainNode(schema, document), 'readOnly') !== true);
  const unnamed = required
    .filter((name) => typeof name === 'string' && !named.has(name))
    .map((name) => ({ name: String(name), schema: {}, required: true, place: Number.MAX_SAFE_INTEGER }));
  return [...members, ...unnamed]
    .sort((one, other) => Number(other.required) - Number(one.required) || one.place - other.place)
    .map(({ name, schema, required: isRequired }) => ({ name, schema, required: isRequired }));
}

/** The names in the order that an extension of the schema lists them. */
function orderOf(node: SchemaNode): readonly unknown[] {
  return ['x-order', 'x-order-properties', 'x-fal-order-properties', 'propertyOrder']
    .map((key) => listOf(node, key))
    .reduce((found, list) => (found.length > 0 ? found : list), []);
}

function placeOf(name: string, property: SchemaNode, index: number, order: readonly unknown[]): number {
  const own = ['x-order', 'propertyOrder', 'order'].map((key) => ownValue(property, key));
  const given = own.find((place) => typeof place === 'number');
  if (typeof given === 'number') return given;
  const listed = order.indexOf(name);
  return listed === -1 ? 10_000 + index : listed;
}
