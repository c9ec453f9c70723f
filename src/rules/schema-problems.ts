import { objectOf, ownValue } from './json-object.ts';
import { isInRange, isSameJson, listedValues, numberOf, numberRange } from './schema-limits.ts';
import { jointNodes, nodesOf, type SchemaNode, type SchemaWalk, takeStep } from './schema-node.ts';
import { anyOfWords, shownValue } from './shown-value.ts';
import { characterCount } from './text.ts';

/** One thing in a value that its schema does not describe. */
export interface SchemaProblem {
  rule: 'schema-required' | 'schema-type' | 'schema-value';
  path: readonly (string | number)[];
  /** Completes `the live schema takes …`. */
  takes: string;
  value: unknown;
}

/** Values and alternatives nest no deeper than this in any input we look into. */
const depthMost = 32;

/**
 * What of a value does not fit a schema. Reads what schemas of this kind use: local `$ref`, `allOf`, `anyOf`,
 * `oneOf`, `nullable`, types, enumerations, ranges, lengths, required fields, properties and items. Anything
 * else in a schema, and anything misshapen in it, says nothing.
 */
export function schemaProblems(
  value: unknown,
  node: SchemaNode,
  walk: SchemaWalk,
  path: readonly (string | number)[] = [],
): SchemaProblem[] {
  if (walk.depth >= depthMost || !takeStep(walk)) return [];
  const nodes = jointNodes(node, walk);
  if (value === null && nodes.some((one) => ownValue(one, 'nullable') === true)) return [];
  walk.depth += 1;
  const problems = nodes.flatMap((one) => {
    const own = ownProblems(value, one, walk, path);
    return own.length > 0 ? own : alternativeProblems(value, one, walk, path);
  });
  walk.depth -= 1;
  return problems;
}

function ownProblems(
  value: unknown,
  node: SchemaNode,
  walk: SchemaWalk,
  path: readonly (string | number)[],
): SchemaProblem[] {
  const types = typesOf(node);
  if (types.length > 0 && !types.some((type) => typeTests[type]?.(value) ?? true))
    return [{ rule: 'schema-type', path, takes: anyOfWords(types), value }];
  const values = listedValues(node);
  if (values !== undefined && !values.some((one) => isSameJson(one, value)))
    return [{ rule: 'schema-value', path, takes: anyOfWords(values.slice(0, 20).map(shownValue)), value }];
  const takes = limitBroken(value, node);
  if (takes !== undefined) return [{ rule: 'schema-value', path, takes, value }];
  return [...memberProblems(value, node, walk, path), ...itemProblems(value, node, walk, path)];
}

/** Of `anyOf` and `oneOf` one alternative must fit; where none does, the one with the fewest problems speaks. */
function alternativeProblems(
  value: unknown,
  node: SchemaNode,
  walk: SchemaWalk,
  path: readonly (string | number)[],
): SchemaProblem[] {
  return ['anyOf', 'oneOf'].flatMap((keyword) => {
    const listed = ownValue(node, keyword);
    const alternatives = nodesOf(listed);
    // An alternative that is no object, such as `true`, may fit anything.
    if (!Array.isArray(listed) || alternatives.length < listed.length) return [];
    let fewest: SchemaProblem[] | undefined;
    for (const alternative of alternatives) {
      const problems = schemaProblems(value, alternative, walk, path);
      if (problems.length === 0) return [];
      if (fewest === undefined || weight(problems) < weight(fewest)) fewest = problems;
    }
    return fewest ?? [];
  });
}

/** A wrong type or value says that another alternative was meant; a missing field may just be missing. */
function weight(problems: readonly SchemaProblem[]): number {
  return problems.reduce((sum, { rule }) => sum + (rule === 'schema-required' ? 1 : 4), 0);
}

function memberProblems(
  value: unknown,
  node: SchemaNode,
  walk: SchemaWalk,
  path: readonly (string | number)[],
): SchemaProblem[] {
  const object = objectOf(value);
  if (object === undefined) return [];
  const properties = objectOf(ownValue(node, 'properties')) ?? {};
  const listed = ownValue(node, 'required');
  const names = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  // The oldest drafts mark the property itself.
  const marked = Object.keys(properties).filter(
    (name) => ownValue(objectOf(properties[name]), 'required') === true,
  );
  const missing = [...new Set([...names, ...marked])].filter((name) => !Object.hasOwn(object, name));
  return [
    ...missing.map((name) => ({
      rule: 'schema-required' as const,
      path: [...path, name],
      takes: 'it as a required field',
      value: undefined,
    })),
    ...Object.entries(object).flatMap(([name, member]) => {
      const property = objectOf(ownValue(properties, name));
      return property === undefined ? [] : schemaProblems(member, property, walk, [...path, name]);
    }),
  ];
}

function itemProblems(
  value: unknown,
  node: SchemaNode,
  walk: SchemaWalk,
  path: readonly (string | number)[],
): SchemaProblem[] {
  const items = objectOf(ownValue(node, 'items'));
  if (!Array.isArray(value) || items === undefined) return [];
  return value.flatMap((one, index) => schemaProblems(one, items, walk, [...path, index]));
}

/** What the node's range or length takes, where the value is outside it. */
function limitBroken(value: unknown, node: SchemaNode): string | undefined {
  if (typeof value === 'number') {
    const range = numberRange(node);
    if (isInRange(value, range)) return undefined;
    const least = range.leastIncluded
      ? range.least
      : range.least === undefined
        ? undefined
        : `over ${range.least}`;
    const most = range.mostIncluded
      ? range.most
      : range.most === undefined
        ? undefined
        : `under ${range.most}`;
    return bounds(least, most, '');
  }
  if (typeof value === 'string')
    return lengthBroken(characterCount(value), node, 'minLength', 'maxLength', ' characters');
  if (Array.isArray(value)) return lengthBroken(value.length, node, 'minItems', 'maxItems', ' elements');
  return undefined;
}

function lengthBroken(
  length: number,
  node: SchemaNode,
  leastKey: string,
  mostKey: string,
  unit: string,
): string | undefined {
  const [least, most] = [numberOf(node, leastKey), numberOf(node, mostKey)];
  const fits = (least === undefined || length >= least) && (most === undefined || length <= most);
  return fits ? undefined : `${bounds(least, most, unit)}, not ${length}`;
}

function bounds(least: string | number | undefined, most: string | number | undefined, unit: string): string {
  if (least === undefined) return `${typeof most === 'number' ? 'at most ' : ''}${most}${unit}`;
  if (most === undefined) return `${typeof least === 'number' ? 'at least ' : ''}${least}${unit}`;
  return `${least} to ${most}${unit}`;
}

function typesOf(node: SchemaNode): string[] {
  const type = ownValue(node, 'type');
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
}

/** The types of JSON schema; a type with another name fits anything. */
const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => objectOf(value) !== undefined,
  array: (value) => Array.isArray(value),
  null: (value) => value === null,
};
