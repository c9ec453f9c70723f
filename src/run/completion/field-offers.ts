import { fieldNames, schemaField } from '../../schema/input-field.ts';
import type { InputDescription } from '../../service/model.ts';
import type { Asked } from './asked.ts';
import type { Offer } from './offer.ts';
import { lineModel } from './option-offers.ts';

/** The fields of the line's model as `name=` and, of one that is typed whole, its values. No service is asked. */
export async function fieldOffers(asked: Asked): Promise<Offer[]> {
  const schema = (await lineModel(asked))?.inputSchema;
  if (schema === undefined) return [];
  const [name = '', value] = asked.typed.split('=', 2);
  if (value === undefined) return fieldNames(schema).map((field) => ({ word: `${field}=`, says: '' }));
  return valuesOf(name, schema).map((listed) => ({ word: `${name}=${listed}`, says: '' }));
}

function valuesOf(name: string, schema: InputDescription): readonly unknown[] {
  const field = schemaField(schema, name);
  if (field === undefined || field.listed.length > 0) return field?.listed ?? [];
  return [true, false].filter(
    (value) => field.nodes.some(({ type }) => type === 'boolean') && field.fits(value),
  );
}
