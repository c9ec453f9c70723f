import { ownValue } from '../text/json-object.ts';
import { plainName } from '../text/nearest-name.ts';
import { oncePer } from '../text/once.ts';
import { neededNames, requiredNames, type SchemaNode, schemasOf } from './document.ts';
import { firstProblem, fitsSchema } from './judge.ts';
import { isAmong, isInRange, listedValues, numberRange } from './limits.ts';
import { jointNodes, possibleNodes, propertiesNamed, startWalk } from './nodes/nodes.ts';
import type { SchemaProblem } from './problem.ts';

/** A field of a model's input, for a caller that has a value for it. */
export interface SchemaField {
  name: string;
  /** Every node that describes its value, with references followed; alternatives and conditions are among them. */
  nodes: readonly SchemaNode[];
  /** Every string, number and boolean that the schema lists for it, in the schema's order. */
  listed: readonly unknown[];
  readonly required: boolean;
  fits(value: unknown): boolean;
  /** The first problem that its schema finds with a value. */
  problem(value: unknown): SchemaProblem | undefined;
}

/** The nodes that describe an input as a whole. */
interface InputNodes {
  /** Nodes that hold for every input. */
  joint: readonly SchemaNode[];
  /** Nodes that may hold for an input: those of alternatives and conditions, too. */
  possible: readonly SchemaNode[];
  required: ReadonlySet<string>;
  /** The name of every field that some node describes, in the order of the schema. */
  names: ReadonlySet<string>;
  /** The names that some node requires, described or not. */
  needed: ReadonlySet<string>;
}

/** Each schema is read once: some have thousands of fields, and callers ask for each of them. */
const inputNodes = oncePer((schema: SchemaNode): InputNodes => {
  const joint = jointNodes(schema, startWalk(schema));
  const possible = possibleNodes(schema, startWalk(schema));
  const names = new Set(possible.flatMap((one) => schemasOf(one, 'properties').map(([name]) => name)));
  const needed = new Set(possible.flatMap(neededNames));
  return { joint, possible, required: new Set(joint.flatMap(requiredNames)), names, needed };
});

/** The field of exactly that name; undefined where the schema has none. */
export function schemaField(schema: SchemaNode, name: string): SchemaField | undefined {
  const { joint, possible, required } = inputNodes(schema);
  const properties = propertiesNamed(possible, name);
  if (properties.length === 0) return undefined;
  const walk = startWalk(schema);
  const always = propertiesNamed(joint, name);
  const nodes = properties.flatMap((node) => possibleNodes(node, walk));
  const judged = always.length > 0 ? always : properties;
  return {
    name,
    nodes,
    listed: [...new Set(nodes.flatMap((node) => listedValues(node) ?? []))].filter(isPlain),
    required: required.has(name),
    fits(value) {
      const isFit = (node: SchemaNode) => fitsSchema(value, node, { root: schema });
      return always.length > 0 ? always.every(isFit) : properties.some(isFit);
    },
    problem(value) {
      return judged.flatMap((node) => firstProblem(value, node, { root: schema }) ?? [])[0];
    },
  };
}

/** The fields that have one of these names, however it is spelled: `aspectRatio` for `aspect_ratio`. In the order of `names`. */
export function fieldsCalled(schema: SchemaNode, names: readonly string[]): SchemaField[] {
  const present = new Map<string, string[]>();
  for (const name of fieldNames(schema)) {
    const plain = plainName(name);
    present.set(plain, [...(present.get(plain) ?? []), name]);
  }
  const found = names.flatMap((wanted) => {
    const alike = present.get(plainName(wanted)) ?? [];
    return alike.includes(wanted) ? [wanted, ...alike] : alike;
  });
  return [...new Set(found)].flatMap((name) => schemaField(schema, name) ?? []);
}

/** The name of every field that a schema describes, under whatever condition. */
export function fieldNames(schema: SchemaNode): string[] {
  return [...inputNodes(schema).names];
}

/** Tells whether a schema describes a field, under whatever condition. */
export function hasField(schema: SchemaNode, name: string): boolean {
  return inputNodes(schema).names.has(name);
}

/** Tells whether a schema requires a field that it may not describe, under whatever condition. Such a field is not unknown to it. */
export function mayNeedField(schema: SchemaNode, name: string): boolean {
  return inputNodes(schema).needed.has(name);
}

/** Tells whether a schema describes fields whose names it does not list, beyond merely allowing them. */
export function takesAnyName(schema: SchemaNode): boolean {
  return inputNodes(schema).possible.some(
    (node) =>
      schemasOf(node, 'patternProperties').length > 0 || schemasOf(node, 'additionalProperties').length > 0,
  );
}

/** Tells whether every input needs a field, whichever of the schema's alternatives it follows. */
export function needsField(schema: SchemaNode, name: string): boolean {
  return inputNodes(schema).required.has(name);
}

/**
 * Tells whether a schema explicitly allows a value of a field: it lists the value, or has a range with both ends around it. A
 * negative lower end does not count as one: there -1 means that the model chooses. A schema that is silent about a field allows no
 * value of it.
 * @see service document §9.5
 */
export function schemaAllows(schema: SchemaNode, name: string, value: unknown): boolean {
  const walk = startWalk(schema);
  return propertiesNamed(inputNodes(schema).possible, name).some((property) => {
    // One layer of the schema may exclude what another lists.
    if (!fitsSchema(value, property, { root: schema })) return false;
    return possibleNodes(property, walk).some((node) => {
      if (isAmong(value, listedValues(node) ?? [])) return true;
      const range = numberRange(node);
      if (typeof value !== 'number' || range.most === undefined || (range.least ?? -1) < 0) return false;
      const wholeOnly = ownValue(node, 'type') === 'integer';
      return isInRange(value, range) && (!wholeOnly || Number.isInteger(value));
    });
  });
}

/** Limit of required fields: where more are required, that says nothing about any one of them. */
const requiredMost = 200;

/** The fields that every input needs, whichever of the schema's alternatives it follows; none where there are hundreds. */
export function requiredFields(schema: SchemaNode): SchemaField[] {
  const { required } = inputNodes(schema);
  return required.size > requiredMost ? [] : [...required].flatMap((name) => schemaField(schema, name) ?? []);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The value that a schema names for a field which a request leaves open; undefined where it names none. @see service document §2.5 */
export function presetOf({ nodes }: Pick<SchemaField, 'nodes'>): unknown {
  return nodes.map((node) => ownValue(node, 'default')).find((preset) => preset !== undefined);
}
