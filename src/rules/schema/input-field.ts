import { plainName } from '../../contract/field-names.ts';
import type { InputDescription } from '../../contract/model.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import { nodesOf, requiredNames, type SchemaNode, schemasOf } from './document.ts';
import { firstProblem, fitsSchema, type SchemaProblem } from './judge.ts';
import { listedValues } from './limits.ts';
import { jointNodes, possibleNodes, startWalk } from './nodes.ts';

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
}

/** Each schema is read once: some have thousands of fields, and callers ask for each of them. */
const known = new WeakMap<InputDescription, InputNodes>();

function inputNodes(schema: InputDescription): InputNodes {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const joint = jointNodes(schema, startWalk(schema));
  const possible = possibleNodes(schema, startWalk(schema));
  const names = new Set(possible.flatMap((one) => schemasOf(one, 'properties').map(([name]) => name)));
  const nodes = { joint, possible, required: new Set(joint.flatMap(requiredNames)), names };
  known.set(schema, nodes);
  return nodes;
}

function propertyOf(nodes: readonly SchemaNode[], name: string): SchemaNode[] {
  return nodes.flatMap((one) => nodesOf([ownValue(objectOf(ownValue(one, 'properties')), name)]));
}

/** The field of exactly that name; undefined where the schema has none. */
export function schemaField(schema: InputDescription, name: string): SchemaField | undefined {
  const { joint, possible, required } = inputNodes(schema);
  const properties = propertyOf(possible, name);
  if (properties.length === 0) return undefined;
  const walk = startWalk(schema);
  const always = propertyOf(joint, name);
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
      const problems = judged.flatMap((node) => firstProblem(value, node, { root: schema }) ?? []);
      return problems[0];
    },
  };
}

/** The schema's fields that have one of these names, however it is spelled: `aspectRatio` for `aspect_ratio`. In the order of `names`. */
function fieldsNamed(schema: InputDescription, names: readonly string[]): string[] {
  const present = new Map<string, string[]>();
  for (const name of fieldNames(schema)) {
    const plain = plainName(name);
    const alike = present.get(plain);
    if (alike === undefined) present.set(plain, [name]);
    else alike.push(name);
  }
  const found = names.flatMap((wanted) => {
    const alike = present.get(plainName(wanted)) ?? [];
    return alike.includes(wanted) ? [wanted, ...alike] : alike;
  });
  return [...new Set(found)];
}

/** The fields that have one of these names, however it is spelled: `aspectRatio` for `aspect_ratio`. In the order of `names`. */
export function fieldsCalled(schema: InputDescription, names: readonly string[]): SchemaField[] {
  return fieldsNamed(schema, names).flatMap((name) => schemaField(schema, name) ?? []);
}

/** The name of every field that a schema describes, under whatever condition. */
export function fieldNames(schema: InputDescription): string[] {
  return [...inputNodes(schema).names];
}

/** Whether a schema describes a field, under whatever condition. */
export function hasField(schema: InputDescription, name: string): boolean {
  return inputNodes(schema).names.has(name);
}

/** Whether a schema describes fields whose names it does not list, beyond merely allowing them. */
export function takesAnyName(schema: InputDescription): boolean {
  return inputNodes(schema).possible.some(
    (node) =>
      schemasOf(node, 'patternProperties').length > 0 || schemasOf(node, 'additionalProperties').length > 0,
  );
}

/** Whether every input needs a field, whichever of the schema's alternatives it follows. */
export function needsField(schema: InputDescription, name: string): boolean {
  return inputNodes(schema).required.has(name);
}

/** The nodes that describe a field, each as it is written, without its references followed. */
export function fieldNodes(schema: InputDescription, name: string): SchemaNode[] {
  return propertyOf(inputNodes(schema).possible, name);
}

/** Where so many fields are required, being required no longer tells anything about one. */
const requiredMost = 200;

/** The fields that every input needs, whichever of the schema's alternatives it follows; none where there are hundreds. */
export function requiredFields(schema: InputDescription): SchemaField[] {
  const { required } = inputNodes(schema);
  return required.size > requiredMost ? [] : [...required].flatMap((name) => schemaField(schema, name) ?? []);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
