import { objectOf, ownValue } from '../text/json-object.ts';

/** A node of a schema document. Any object is one; other values in its place are ignored. */
export type SchemaNode = Record<string, unknown>;

/** The parts of judging a value that are slow or need other packages; the caller passes them in. Undefined means unknown. */
export interface JudgeTools {
  /** Tells whether a text matches a pattern, in bounded time whatever the pattern is. */
  matches: (pattern: string, text: string) => boolean | undefined;
  /** Tells whether a value is of a format; undefined for a format that nobody knows. */
  hasFormat: (format: string, value: string | number) => boolean | undefined;
}

/** A schema that is read. References are looked up in its root. Without tools, patterns and formats are not checked. */
export interface SchemaDocument {
  root: SchemaNode;
  tools?: JudgeTools | undefined;
}

/** The list under a keyword; empty where something else stands there. */
export function listOf(node: SchemaNode, key: string): readonly unknown[] {
  const value = ownValue(node, key);
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. Other elements are left out; anything but a list has none. */
export function nodesOf(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.map(objectOf).filter((node) => node !== undefined) : [];
}

/** The named schemas under a keyword such as `properties`. */
export function schemasOf(node: SchemaNode, key: string): [name: string, schema: unknown][] {
  return Object.entries(objectOf(ownValue(node, key)) ?? {});
}

/** The types that a node names. */
export function typesOf(node: SchemaNode): string[] {
  const type = ownValue(node, 'type');
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
}

/** The type that a node's keywords imply, for a node without a `type`. */
export function impliedType(node: SchemaNode): string | undefined {
  if (Object.hasOwn(node, 'properties') || Object.hasOwn(node, 'required')) return 'object';
  if (Object.hasOwn(node, 'items') || Object.hasOwn(node, 'prefixItems')) return 'array';
  if (['minimum', 'maximum', 'multipleOf'].some((key) => Object.hasOwn(node, key))) return 'number';
  return ['pattern', 'format', 'minLength', 'maxLength'].some((key) => Object.hasOwn(node, key))
    ? 'string'
    : undefined;
}

/** The names that a node requires; the oldest drafts mark the property itself. */
export function requiredNames(node: SchemaNode): string[] {
  const marked = schemasOf(node, 'properties')
    .filter(([, schema]) => ownValue(objectOf(schema), 'required') === true)
    .map(([name]) => name);
  return [...new Set([...listOf(node, 'required').filter((name) => typeof name === 'string'), ...marked])];
}

/** The names that a node requires, under whatever condition: those that a member needs beside it are among them. */
export function neededNames(node: SchemaNode): string[] {
  const beside = ['dependentRequired', 'dependencies'].flatMap((key) =>
    schemasOf(node, key).flatMap(([name]) => listOf(objectOf(ownValue(node, key)) ?? {}, name)),
  );
  return [...requiredNames(node), ...beside.filter((name) => typeof name === 'string')];
}
