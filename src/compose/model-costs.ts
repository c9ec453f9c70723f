import type { Account } from '../account/account.ts';
import { hasInventedPrices } from '../account/profiles.ts';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import { beginCostSheet } from '../money/costs.ts';
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

/** The cost of a job of each model, in words: by its earlier jobs on this account, else by a price list. */
export async function modelCosts(
  context: ComposeMeans,
  account: Account,
  priced: PricedModels,
): Promise<CostOf> {
  const past = await pastCosts(context, account);
  const unknown = priced.models.filter(({ id }) => !past.has(id));
  const listed = await listedCosts(context, account, { ...priced, models: unknown });
  return (model) => past.get(model) ?? listed.get(model);
}

/** The average cost of each model's earlier jobs on this account: `about $0.42 a job so far`. */
async function pastCosts(context: ComposeMeans, { profile }: Account): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  try {
    const sheet = beginCostSheet('model');
    await (await context.ledger()).survey({}, (job) => {
      if (job.profile === profile) sheet.add(job);
    });
    for (const { charged, key, microUsd } of sheet.costs().groups) {
      if (key === null || charged === 0) continue;
      // An average of different jobs promises nothing: more than two digits of it would.
      const average = Number((microUsd / charged / 1_000_000).toPrecision(2));
      words.set(key, `about ${formatMoney(average)} a job so far`);
    }
  } catch (error) {
    // Costs are only nice to know; the submit will report a ledger that can't be read.
    if (!(error instanceof CliError)) throw error;
  }
  return words;
}

/** The price of a job of each model by a price list: `about $0.23 (prices.csv)`. Throws UsageError for a list that can't be read. */
async function listedCosts(
  context: ComposeMeans,
  account: Account,
  { defaults, models, words }: PricedModels,
): Promise<Map<string, string>> {
  const estimate = createCostEstimate(context);
  const ids: string[] = [];
  for (const entry of models) {
    const asked = bodyFor(entry, words, defaults);
    if (asked === undefined) continue;
    const { baseUrl: base_url, profile } = account;
    const body = JSON.stringify(asked);
    await estimate.add({ base_url, profile, body, route: composedRoute, draft_of: null, model: entry.id });
    ids.push(entry.id);
  }
  const { each } = await estimate.tell();
  const list = hasInventedPrices(account) ? 'the price list' : 'prices.csv';
  const told = each.map((price) =>
    price?.by === 'list' ? `about ${formatMoney(usdOf(price.median))} (${list})` : undefined,
  );
  return new Map(ids.flatMap((id, place) => (told[place] === undefined ? [] : [[id, told[place]]])));
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
