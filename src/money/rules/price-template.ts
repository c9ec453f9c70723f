import { fieldNames, schemaField } from '../../schema/input-field.ts';
import type { ModelEntry } from '../../service/model.ts';
import { priceColumns } from './price-rows.ts';
import { isFieldOf } from './priced-fields.ts';

/** A price list to fill in: a row a tier of each model, without a price. */
export function priceTemplate(models: readonly ModelEntry[]): string {
  const rows = models.flatMap(({ id, inputSchema, medium }) => {
    const per = medium === 'image' ? 'output' : 'second';
    return tiersOf(inputSchema).map((tier) => [id, tier, per, ...priceColumns.slice(3).map(() => '')]);
  });
  return [priceColumns, ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** The tiers that a schema lists; one without a name where it lists none. */
function tiersOf(schema: ModelEntry['inputSchema']): string[] {
  if (schema === undefined) return [''];
  const name = fieldNames(schema).find((one) => isFieldOf('resolution', one));
  const listed = name === undefined ? [] : (schemaField(schema, name)?.listed ?? []);
  const tiers = listed.filter((tier) => typeof tier === 'string');
  return tiers.length === 0 ? [''] : tiers;
}

/** Ids and tiers are of the service. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
