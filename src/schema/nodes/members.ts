import { objectOf, ownValue } from '../../text/json-object.ts';
import { listOf, requiredNames, type SchemaDocument, type SchemaNode, schemasOf } from '../document.ts';
import { plainNode } from '../plain-node.ts';
import { conditionalNodes, jointNodes, startWalk } from './nodes.ts';

/** A member of an object, to ask a person for. */
export interface Member {
  name: string;
  schema: unknown;
  required: boolean;
}

/** The members of an object's plain node, the required ones first, and otherwise in the order that the schema intends. */
export function membersOf(node: SchemaNode, document: Pick<SchemaDocument, 'root'>): Member[] {
  const members = membersInOrder(node, document);
  return [...members.filter(({ required }) => required), ...members.filter(({ required }) => !required)];
}

/**
 * The members in the order that the schema intends: as one of its extensions numbers or lists them, else as they are written.
 * A member that is described only under a condition is optional. A member that is required but not described comes last.
 */
export function membersInOrder(node: SchemaNode, document: Pick<SchemaDocument, 'root'>): Member[] {
  const required = new Set(requiredNames(node));
  const order = orderOf(node);
  const described = new Map([...conditionalProperties(node, document), ...schemasOf(node, 'properties')]);
  const own = schemasOf(node, 'properties').map(([name]) => name);
  const members = [...new Set([...own, ...described.keys()])].flatMap((name, index) => {
    const schema = described.get(name);
    const nodes = nodesOfMember(schema, document);
    if (schema === false || nodes.some((one) => ownValue(one, 'readOnly') === true)) return [];
    return [
      {
        name,
        schema,
        required: required.has(name),
        place: givenOrder(nodes) ?? order.get(name) ?? 10_000 + index,
      },
    ];
  });
  const unnamed = [...required]
    .filter((name) => !described.has(name))
    .map((name) => ({ name, schema: {}, required: true, place: Number.MAX_SAFE_INTEGER }));
  return [...members, ...unnamed]
    .sort((one, other) => one.place - other.place)
    .map(({ name, schema, required: isRequired }) => ({ name, schema, required: isRequired }));
}

function conditionalProperties(
  node: SchemaNode,
  document: Pick<SchemaDocument, 'root'>,
): [name: string, schema: unknown][] {
  return conditionalNodes(node).flatMap((branch) =>
    schemasOf(plainNode(branch, document), 'properties').filter(([, schema]) => schema !== false),
  );
}

/** The nodes that describe a member. They are not merged here, since an object may have thousands of members. */
function nodesOfMember(schema: unknown, document: Pick<SchemaDocument, 'root'>): readonly SchemaNode[] {
  const node = objectOf(schema);
  if (node === undefined) return [];
  if (Object.hasOwn(node, 'anyOf') || Object.hasOwn(node, 'oneOf')) return [plainNode(node, document)];
  const leads = Object.hasOwn(node, '$ref') || Object.hasOwn(node, 'allOf');
  return leads ? jointNodes(node, startWalk(document.root, jointMost)) : [node];
}

const jointMost = 50;

/** The place of each name in the list of an extension such as `x-order`. */
function orderOf(node: SchemaNode): ReadonlyMap<unknown, number> {
  const names = ['x-order', 'x-order-properties', 'x-fal-order-properties', 'propertyOrder']
    .map((key) => listOf(node, key))
    .reduce((found, list) => (found.length > 0 ? found : list), []);
  return new Map(names.map((name, place) => [name, place]));
}

function givenOrder(nodes: readonly SchemaNode[]): number | undefined {
  const own = nodes.flatMap((node) =>
    ['x-order', 'propertyOrder', 'order'].map((key) => ownValue(node, key)),
  );
  const given = own.find((place) => typeof place === 'number');
  return typeof given === 'number' ? given : undefined;
}
