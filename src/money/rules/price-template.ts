import { fieldNames, schemaField } from '../../schema/input-field.ts';
import type { ModelEntry } from '../../service/model.ts';
import { plainUsd, usdOf } from '../../text/money.ts';
import { type PriceColumn, type PriceRow, priceColumns } from './price-rows.ts';
import { isFieldOf } from './priced-fields.ts';

/** A price list to fill in: a row a tier of each model, without a price. */
export function priceTemplate(models: readonly ModelEntry[]): string {
  const rows = models.flatMap(({ id: model, inputSchema, medium }) => {
    const per = medium === 'image' ? 'output' : 'second';
    return tiersOf(inputSchema).map((tier) => priceCells({ ...noPrice, model, tier, per }));
  });
  const lines = rows.map((cells) => priceColumns.map((column) => quoted(cells[column])));
  return [priceColumns, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

const noPrice = { sound: null, video: null, microUsd: 0, leastMicroUsd: 0 };

/** A row as it is in the file. An amount of 0 is none. */
export function priceCells({
  leastMicroUsd,
  microUsd,
  sound,
  tier,
  video,
  ...row
}: Omit<PriceRow, 'line'>): Record<PriceColumn, string> {
  const amount = (micro: number): string => (micro === 0 ? '' : plainUsd(usdOf(micro)));
  const answer = (condition: boolean | null): string =>
    ({ true: 'yes', false: 'no', null: '' })[`${condition}`];
  const conditions = { tier: tier ?? '', sound: answer(sound), video: answer(video) };
  return { ...row, ...conditions, usd: amount(microUsd), least: amount(leastMicroUsd) };
}

/** The tiers that a schema lists; null where it lists none. */
function tiersOf(schema: ModelEntry['inputSchema'] = {}): (string | null)[] {
  const name = fieldNames(schema).find((one) => isFieldOf('resolution', one)) ?? '';
  const tiers = schemaField(schema, name)?.listed.filter((tier) => typeof tier === 'string') ?? [];
  return tiers.length === 0 ? [null] : tiers;
}

/** Ids and tiers are of the service. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
