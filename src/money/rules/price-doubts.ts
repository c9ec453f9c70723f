import { fieldNames, schemaField } from '../../schema/input-field.ts';
import { nearestModels } from '../../service/body/nearest-model.ts';
import { familyOf } from '../../service/families/index.ts';
import type { ModelEntry } from '../../service/model.ts';
import { isFieldOf } from '../../service/options.ts';
import { plainName } from '../../text/nearest-name.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import type { PriceFault, UnpricedLine } from './price-rows.ts';

/**
 * The lines of a price list that no job of these models would fit, and why in words: the id or the tier is of none. That may be right: a
 * list of models is of one account, and v1 has none.
 */
export function priceDoubts(
  lines: readonly UnpricedLine[],
  models: readonly Pick<ModelEntry, 'id' | 'inputSchema'>[],
): PriceFault[] {
  const known = new Map(models.map((model) => [model.id, model]));
  const ids = [...known.keys()];
  return lines.flatMap(({ line, model, tier }) => {
    const entry = known.get(model);
    const why = entry === undefined ? modelDoubt(model, ids) : tierDoubt(tier, entry);
    return why === undefined ? [] : [{ line, why }];
  });
}

function modelDoubt(model: string, ids: readonly string[]): string | undefined {
  const near = nearestModels(model, ids);
  if (near.length === 0 && familyOf(model)?.jobs === false) return undefined;
  const nearest = near.length === 0 ? '' : `; the nearest is ${anyOfWords(near)}`;
  return `no known model is called ${shownValue(model)}${nearest}`;
}

function tierDoubt(
  tier: string | null,
  { id, inputSchema }: Pick<ModelEntry, 'id' | 'inputSchema'>,
): string | undefined {
  const tiers = inputSchema === undefined ? undefined : tiersIn(inputSchema);
  if (tier === null || tiers === undefined) return undefined;
  if (tiers.some((one) => one.toLowerCase() === tier.toLowerCase())) return undefined;
  const has = tiers.length === 0 ? 'leave the tier empty' : `it has ${anyOfWords(tiers)}`;
  return `${id} has no tier ${shownValue(tier)}; ${has}`;
}

/** Every tier that a job of a schema may ask for; undefined where the schema lists none for a field that sets one. */
function tiersIn(schema: NonNullable<ModelEntry['inputSchema']>): string[] | undefined {
  const names = fieldNames(schema);
  const fields = names.filter((name) => isFieldOf('resolution', name) || plainName(name) === 'size');
  const listed = fields.map((name) => schemaField(schema, name)?.listed.map(String) ?? []);
  return names.length === 0 || listed.some((tiers) => tiers.length === 0) ? undefined : listed.flat();
}
