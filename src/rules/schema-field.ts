import { plainName } from '../contract/field-names.ts';
import type { InputDescription } from '../contract/model.ts';
import { objectOf, ownValue } from './json-object.ts';
import { nodesOf, requiredNames, type SchemaNode } from './schema/document.ts';
import { fitsSchema } from './schema/judge.ts';
import { isSameJson, listedValues } from './schema/limits.ts';
import { jointNodes, possibleNodes, propertyNames, propertyNodes, startWalk } from './schema/nodes.ts';

/** A field of a model's input, as one asks who has a value for it. */
export interface SchemaField {
  name: string;
  /** What speaks for its value: references followed, alternatives and conditions among them. */
  nodes: readonly SchemaNode[];
  /** Every value that the schema lists for it, in its order. */
  listed: readonly unknown[];
  required: boolean;
  fits(value: unknown): boolean;
}

/** The field of that name, to the letter; undefined where the schema has none. */
export function schemaField(schema: InputDescription, name: string): SchemaField | undefined {
  const walk = startWalk(schema);
  const properties = propertyNodes(schema, name, walk);
  if (properties.length === 0) return undefined;
  const joint = jointNodes(schema, startWalk(schema));
  const always = joint.flatMap((one) => nodesOf([ownValue(objectOf(ownValue(one, 'properties')), name)]));
  const nodes = properties.flatMap((node) => possibleNodes(node, walk));
  return {
    name,
    nodes,
    listed: distinct(nodes.flatMap((node) => listedValues(node) ?? [])),
    required: joint.some((one) => requiredNames(one).includes(name)),
    fits(value) {
      const isFit = (node: SchemaNode) => fitsSchema(value, node, { root: schema });
      return always.length > 0 ? always.every(isFit) : properties.some(isFit);
    },
  };
}

/** Every name of the schema that is one of these, in whatever letters: `aspectRatio` for `aspect_ratio`. In their order. */
export function fieldsNamed(schema: InputDescription, names: readonly string[]): string[] {
  const present = fieldNames(schema);
  const found = names.flatMap((wanted) => {
    const alike = present.filter((name) => plainName(name) === plainName(wanted));
    return alike.includes(wanted) ? [wanted, ...alike] : alike;
  });
  return [...new Set(found)];
}

export function fieldNames(schema: InputDescription): string[] {
  return propertyNames(schema, startWalk(schema));
}

/** The fields that an input needs, whichever of the schema's alternatives it is of. */
export function requiredFields(schema: InputDescription): SchemaField[] {
  const joint = jointNodes(schema, startWalk(schema));
  const names = fieldNames(schema).filter((name) => joint.some((one) => requiredNames(one).includes(name)));
  return names.flatMap((name) => schemaField(schema, name) ?? []);
}

function distinct(values: readonly unknown[]): unknown[] {
  const simple = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const nested = values.filter((value) => typeof value === 'object' && value !== null);
  return [
    ...simple,
    ...nested.filter((value, index) => nested.findIndex((one) => isSameJson(one, value)) === index),
  ];
}
