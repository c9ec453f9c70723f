import { type JsonPlace, valueAt, withValueAt } from '../json/json-place.ts';
import type { Field } from '../schema/field.ts';
import { firstProblem } from '../schema/judge.ts';
import { eachOnce } from '../schema/judge-items.ts';
import type { SchemaProblem } from '../schema/problem.ts';
import type { ComposeFacts, Composition } from './composition.ts';
import { fieldAt } from './fields-at.ts';

/** Why a value can't stand at a place: its own schema refuses it, or its list has it already. */
export function valueFault(
  value: unknown,
  { place, field }: { place: JsonPlace; field: Field },
  composition: Composition,
  facts: ComposeFacts,
): SchemaProblem | undefined {
  const own = firstProblem(value, field.schema, field.document);
  const step = place.at(-1);
  if (own !== undefined || typeof step !== 'number') return own;
  const parent = place.slice(0, -1);
  const list = fieldAt(parent, composition, facts);
  if (list === undefined) return undefined;
  const whole = withValueAt(valueAt(composition.body, parent), [step], value);
  const fault = firstProblem(whole, list.schema, list.document);
  return fault?.takes === eachOnce && fault.place.length === 0 ? fault : undefined;
}
