import type { ComposeFacts, Composition } from './composition.ts';
import type { Field } from './field.ts';
import { fieldAt } from './fields-at.ts';
import { type JsonPlace, valueAt, withValueAt } from './json-place.ts';
import type { SchemaFault } from './schema-fault.ts';
import { schemaFault } from './schema-fit.ts';

/** Why a value can't stand at a place: by its own schema, or because its list has it already. */
export function valueFault(
  value: unknown,
  place: JsonPlace,
  field: Field,
  composition: Composition,
  facts: ComposeFacts,
): SchemaFault | undefined {
  const own = schemaFault(value, field.schema, field.root);
  const step = place.at(-1);
  if (own !== undefined || typeof step !== 'number') return own;
  const parent = place.slice(0, -1);
  const list = fieldAt(parent, composition, facts);
  if (list === undefined) return undefined;
  const whole = withValueAt(valueAt(composition.body, parent), [step], value);
  const fault = schemaFault(whole, list.schema, list.root);
  return fault?.takes === 'each value once' && fault.place.length === 0 ? fault : undefined;
}
