import { plainName } from '../../contract/field-names.ts';
import type { InputDescription } from '../../contract/model.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import { nodesOf, requiredNames, type SchemaNode, schemasOf } from './document.ts';
import { firstProblem, fitsSchema, type SchemaProblem } from './judge.ts';
import { listedValues } from './limits.ts';
import { jointNodes, possibleNodes, startWalk } from './nodes.ts';

/** A field of a model's input, as one asks who has a value for it. */
export interface SchemaField {
  name: string;
  /** What speaks for its value: references followed, alternatives and conditions among them. */
  nodes: readonly SchemaNode[];
  /** Every text, number and truth that the schema lists for it, in its order. */
  listed: readonly unknown[];
  readonly required: boolean;
  fits(value: unknown): boolean;
  /** The first thing that its schema has against a value. */
  problem(value: unknown): SchemaProblem | undefined;
}

/** What holds for an input as a whole. */
interface InputNodes {
  /** What holds for every input. */
  joint: readonly SchemaNode[];
  /** What may hold for one: alternatives and conditions, too. */
  possible: readonly SchemaNode[];
  required: ReadonlySet<string>;
  /** Every name that is spoken of, in the order in which they are. */
  names: ReadonlySet<string>;
}

/** Read once a schema: some have thousands of fields, and each of them is asked for. */
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

/** The field of that name, to the letter; undefined where the schema has none. */
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

/** Every name of the schema that is one of these, in whatever letters: `aspectRatio` for `aspect_ratio`. In their order. */
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

/** The fields that have one of these names, in whatever letters. In the order of the names. */
export function fieldsCalled(schema: InputDescription, names: readonly string[]): SchemaField[] {
  return fieldsNamed(schema, names).flatMap((name) => schemaField(schema, name) ?? []);
}

/** The name of every field that a schema speaks of, under whatever condition. */
export function fieldNames(schema: InputDescription): string[] {
  return [...inputNodes(schema).names];
}

/** Whether a schema speaks of a field at all. */
export function hasField(schema: InputDescription, name: string): boolean {
  return inputNodes(schema).names.has(name);
}

/** Whether fields with names of their own are described, and not just let pass. */
export function takesAnyName(schema: InputDescription): boolean {
  return inputNodes(schema).possible.some(
    (node) =>
      schemasOf(node, 'patternProperties').length > 0 || schemasOf(node, 'additionalProperties').length > 0,
  );
}

/** Whether an input needs a field, whichever of the schema's alternatives it is of. */
export function needsField(schema: InputDescription, name: string): boolean {
  return inputNodes(schema).required.has(name);
}

/** What speaks of a field, one after the other: each as it is written. */
export function fieldNodes(schema: InputDescription, name: string): SchemaNode[] {
  return propertyOf(inputNodes(schema).possible, name);
}

/** An input that needs more fields than these has none that is told by being required. */
const requiredMost = 200;

/** The fields that an input needs, whichever of the schema's alternatives it is of; none where there are hundreds. */
export function requiredFields(schema: InputDescription): SchemaField[] {
  const { required } = inputNodes(schema);
  return required.size > requiredMost ? [] : [...required].flatMap((name) => schemaField(schema, name) ?? []);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
