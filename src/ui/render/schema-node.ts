import { objectOf, ownValue } from '../../rules/json-object.ts';

/** A JSON-schema-style object; every reading of it expects anything. */
export type SchemaNode = Record<string, unknown>;

/** How often a reference is followed before it counts as a circle. */
const hopsMost = 8;
/** Nodes that are read of one document: a circle with several ways round it would multiply at every hop. */
const nodesMost = 20_000;

/** A schema that is being read. What is left of it when its nodes are used up is shown as it stands. */
export interface SchemaDocument {
  root: SchemaNode;
  nodesLeft: number;
}

export function openDocument(root: SchemaNode): SchemaDocument {
  return { root, nodesLeft: nodesMost };
}

/** A node with its local reference followed and its `allOf` laid over it; undefined for what is no object. */
export function resolveNode(value: unknown, document: SchemaDocument, hops = 0): SchemaNode | undefined {
  const node = objectOf(value);
  if (node === undefined || hops > hopsMost || document.nodesLeft <= 0) return node;
  document.nodesLeft -= 1;
  const target = ownValue(node, '$ref');
  const base =
    typeof target === 'string' ? resolveNode(nodeAt(target, document.root), document, hops + 1) : undefined;
  const parts = listOf(node, 'allOf').map((part) => resolveNode(part, document, hops + 1));
  return [base, ...parts, node].reduce<SchemaNode>(
    (whole, part) => (part === undefined ? whole : merged(whole, part)),
    {},
  );
}

/** The alternatives of a node (`oneOf`, `anyOf`), resolved; a node without any is its own. */
export function alternativesOf(node: SchemaNode, document: SchemaDocument): SchemaNode[] {
  if (document.nodesLeft <= 0) return [node];
  const listed = [...listOf(node, 'oneOf'), ...listOf(node, 'anyOf')]
    .map((each) => resolveNode(each, document))
    .filter((each) => each !== undefined);
  return listed.length === 0 ? [node] : listed;
}

export function propertiesOf(node: SchemaNode): [name: string, schema: unknown][] {
  return Object.entries(objectOf(ownValue(node, 'properties')) ?? {});
}

export function requiredOf(node: SchemaNode): unknown[] {
  return listOf(node, 'required');
}

export function listOf(node: SchemaNode, key: string): unknown[] {
  const value = ownValue(node, key);
  return Array.isArray(value) ? value : [];
}

function merged(one: SchemaNode, other: SchemaNode): SchemaNode {
  const properties = { ...Object.fromEntries(propertiesOf(one)), ...Object.fromEntries(propertiesOf(other)) };
  const required = [...new Set([...requiredOf(one), ...requiredOf(other)])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Follows `#/$defs/part` from the root; other documents are not fetched. */
function nodeAt(reference: string, root: SchemaNode): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, segment) => ownValue(objectOf(value), segment), root);
}
