import type { InputDescription } from '../../contract/model.ts';
import { ownValue } from '../json/json-object.ts';
import { fieldNodes } from './input-field.ts';
import { fitsSchema } from './judge.ts';
import { isAmong, isInRange, listedValues, numberRange } from './limits.ts';
import { possibleNodes, startWalk } from './nodes.ts';

/**
 * Whether a schema explicitly allows a value of a field: it lists the value, or has a range with both ends around it. A
 * negative lower end does not count as one: there -1 means that the model chooses. A schema that is silent about a field
 * allows no value of it.
 * @see service document §9.5
 */
export function schemaAllows(schema: InputDescription, name: string, value: unknown): boolean {
  const walk = startWalk(schema);
  return fieldNodes(schema, name).some((property) => {
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
