import { ownValue } from '../json-object.ts';
import type { SchemaNode } from '../schema-node.ts';

/** What in a value does not fit its schema, and what would; `place` is the way to it. */
export interface SchemaFault {
  place: readonly (string | number)[];
  /** Completes `it takes …`. */
  takes: string;
}

/** Judges a value, or one inside another at `step`, by its own schema. */
export type Judge = (value: unknown, schema: unknown, step?: string | number) => SchemaFault | undefined;

/** A fault of the value itself. */
export function here(takes: string): SchemaFault {
  return { place: [], takes };
}

/** The elements under a keyword; whatever else stands there is none. */
export function listOf(node: SchemaNode, key: string): readonly unknown[] {
  const value = ownValue(node, key);
  return Array.isArray(value) ? value : [];
}

/** The types a node names. */
export function typesOf(node: SchemaNode): string[] {
  const type = ownValue(node, 'type');
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
}
