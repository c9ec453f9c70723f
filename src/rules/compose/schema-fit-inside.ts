import { canonicalJson } from '../canonical-json.ts';
import { objectOf, ownValue } from '../json-object.ts';
import { numberOf } from '../schema-limits.ts';
import type { SchemaNode } from '../schema-node.ts';
import { here, type Judge, listOf, type SchemaFault } from './schema-fault.ts';
import { countText } from './schema-words.ts';

/** What an object's schema does not allow of its members. */
export function memberFault(value: unknown, node: SchemaNode, judge: Judge): SchemaFault | undefined {
  const object = objectOf(value);
  if (object === undefined) return undefined;
  const names = Object.keys(object);
  const missing = requiredNames(node, object).find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) return { place: [missing], takes: 'a value: it is required' };
  const [least, most] = [numberOf(node, 'minProperties'), numberOf(node, 'maxProperties')];
  if ((least !== undefined && names.length < least) || (most !== undefined && names.length > most))
    return here(countText(least, most, 'field'));
  for (const name of names) {
    const fault =
      judge(name, ownValue(node, 'propertyNames'), name) ?? memberOwnFault(name, object[name], node, judge);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function memberOwnFault(
  name: string,
  member: unknown,
  node: SchemaNode,
  judge: Judge,
): SchemaFault | undefined {
  const properties = objectOf(ownValue(node, 'properties'));
  const patterns = Object.entries(objectOf(ownValue(node, 'patternProperties')) ?? {}).filter(([pattern]) =>
    matches(name, pattern),
  );
  const isNamed = properties !== undefined && Object.hasOwn(properties, name);
  const schemas = [...(isNamed ? [properties[name]] : []), ...patterns.map(([, schema]) => schema)];
  if (schemas.length === 0) return judge(member, ownValue(node, 'additionalProperties'), name);
  for (const schema of schemas) {
    const fault = judge(member, schema, name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a schema requires of an object, given the members that it has. */
function requiredNames(node: SchemaNode, object: Record<string, unknown>): string[] {
  const dependent = ['dependentRequired', 'dependencies'].flatMap((key) =>
    Object.entries(objectOf(ownValue(node, key)) ?? {})
      .filter(([name, needed]) => Object.hasOwn(object, name) && Array.isArray(needed))
      .flatMap(([, needed]) => needed as unknown[]),
  );
  return [...listOf(node, 'required'), ...dependent].filter((name) => typeof name === 'string');
}

/** What a list's schema does not allow of its elements. */
export function listFault(value: unknown, node: SchemaNode, judge: Judge): SchemaFault | undefined {
  if (!Array.isArray(value)) return undefined;
  const [least, most] = [numberOf(node, 'minItems'), numberOf(node, 'maxItems')];
  if ((least !== undefined && value.length < least) || (most !== undefined && value.length > most))
    return here(countText(least, most, 'item'));
  if (ownValue(node, 'uniqueItems') === true && new Set(value.map(canonicalJson)).size < value.length)
    return here('each value once');
  const contained = ownValue(node, 'contains');
  if (contained !== undefined && !value.some((one) => judge(one, contained) === undefined))
    return here('at least one item of another kind');
  const items = ownValue(node, 'items');
  const first = Array.isArray(items) ? (items as unknown[]) : listOf(node, 'prefixItems');
  const rest = Array.isArray(items) ? ownValue(node, 'additionalItems') : items;
  for (const [index, one] of value.entries()) {
    const fault = judge(one, index < first.length ? first[index] : rest, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function matches(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}
