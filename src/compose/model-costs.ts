import type { Account } from '../account/account.ts';
import { hasInventedPrices } from '../account/profiles.ts';
import { UsageError } from '../errors/endings.ts';
import { createCostEstimate } from '../money/expected-cost.ts';
import type { Defaults } from '../request/defaults.ts';
import { buildSubmission } from '../request/rules/request-body.ts';
import { usualFor, withUsual } from '../request/rules/usual-values.ts';
import type { ModelEntry } from '../service/model.ts';
import type { RequestWords } from '../service/request-words.ts';
import { formatMoney, usdOf } from '../text/money.ts';
import type { ComposeMeans } from './choose-account.ts';
import { composedRoute } from './composed-command.ts';
import type { CostOf } from './questions/ask-question.ts';

/** The jobs to price: one for each model, by the words and defaults so far. */
interface PricedModels {
  models: readonly ModelEntry[];
  words: RequestWords;
  defaults: Defaults;
}

/**
 * The cost of a job of each model, in words: by like jobs that were charged here, else by a price list. Throws UsageError for a list
 * that can't be read.
 */
export async function modelCosts(
  context: ComposeMeans,
  account: Account,
  { defaults, models, words }: PricedModels,
): Promise<CostOf> {
  const { baseUrl: base_url, profile } = account;
  const estimate = createCostEstimate(context);
  const ids: string[] = [];
  for (const entry of models) {
    const asked = bodyFor(entry, words, defaults);
    if (asked === undefined) continue;
    const body = JSON.stringify(asked);
    await estimate.add({ base_url, profile, body, route: composedRoute, draft_of: null, model: entry.id });
    ids.push(entry.id);
  }
  const { each } = await estimate.tell();
  const list = hasInventedPrices(account) ? 'the price list' : 'prices.csv';
  return (model) => {
    const price = each[ids.indexOf(model)];
    if (price === undefined) return undefined;
    // A median of different jobs promises nothing: more than two digits of it would.
    const usd = Number(usdOf(price.median).toPrecision(2));
    return price.by === 'list'
      ? `about ${formatMoney(usdOf(price.median))} (${list})`
      : `about ${formatMoney(usd)} a job so far`;
  };
}

/** The request so far for a model; undefined where the model can't take it. */
function bodyFor(entry: ModelEntry, words: RequestWords, defaults: Defaults) {
  const usual = usualFor(defaults, { model: entry.id, entry, route: composedRoute });
  try {
    return buildSubmission(withUsual({ ...words, model: entry.id }, usual), entry);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
