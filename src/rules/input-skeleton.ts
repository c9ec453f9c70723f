import type { ModelEntry } from '../contract/model.ts';
import { objectOf } from './json-object.ts';
import { promptShapeOf } from './request-body.ts';

/**
 * A minimal input of a model, to be filled in: its required fields, each with its default, its first allowed value, or
 * an empty value of its type. Without a schema it is the prompt in the shape that the model's family takes.
 * @see service document §2.5, §2.6
 */
export function inputSkeleton(model: ModelEntry): Record<string, unknown> {
  const schema = model.inputSchema ?? {};
  const properties = objectOf(schema.properties) ?? {};
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === 'string')
    : [];
  const names = required.length > 0 ? required : [promptShapeOf(model.id, schema)];
  return Object.fromEntries(names.map((name) => [name, emptyValue(name, objectOf(properties[name]) ?? {})]));
}

const emptyOfType: Record<string, unknown> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
};

function emptyValue(name: string, property: Record<string, unknown>): unknown {
  if (name === 'content') return [{ type: 'text', text: '' }];
  if ('default' in property) return property.default;
  if (Array.isArray(property.enum) && property.enum.length > 0) return property.enum[0] as unknown;
  if (typeof property.minimum === 'number') return property.minimum;
  const type: unknown = Array.isArray(property.type) ? property.type[0] : property.type;
  return typeof type === 'string' ? (emptyOfType[type] ?? null) : '';
}
