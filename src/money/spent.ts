import type { Account } from '../account/account.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JobRecord } from '../ledger/record.ts';
import { type Charge, type Spent, spentOf } from '../ledger/rules/past-charges.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { settingsWords } from '../request/rules/settings-words.ts';
import { tryReadJson } from '../schema/json/read-json.ts';
import { chargeOf } from '../service/charge.ts';
import type { ModelEntry } from '../service/model.ts';
import { serviceOrigin } from '../text/base-url.ts';
import { objectOf } from '../text/json-object.ts';
import { microUsdOf } from '../text/money.ts';

/** So many of the newest jobs tell a price as well as all would, and are read in some hundredths of a second. */
const jobsMost = 200;

/** Prices of older jobs may not be those of today. Unit: ms. */
const pricesLastMs = 90 * 24 * 60 * 60 * 1000;

/**
 * The prices of the newest charged jobs of a model, by their settings, for the account that would pay for the next one; undefined where none
 * are known. Costs are only nice to know: where the ledger can't be read, the page says the rest.
 */
export async function spentHere(
  {
    clock,
    ledger,
    listen,
  }: Pick<RequestMeans, 'clock' | 'listen'> & { ledger(): Promise<Pick<Ledger, 'records'>> },
  { baseUrl, profile }: Pick<Account, 'baseUrl' | 'profile'>,
  model: Pick<ModelEntry, 'id' | 'inputSchema'>,
): Promise<Spent | undefined> {
  const charges: Charge[] = [];
  const service = serviceOrigin(baseUrl);
  try {
    const charged = (await ledger()).records({
      limit: jobsMost,
      sinceMs: clock.nowMs() - pricesLastMs,
      where: (facts) => facts.model === model.id && facts.profile === profile && facts.costUsd !== null,
      // One profile may be of several services.
      matches: ({ base_url }) => serviceOrigin(base_url) === service,
    });
    for await (const record of charged) {
      const costUsd = chargeOf(record.job);
      if (costUsd !== undefined)
        charges.push({ settings: settingsOf(record, model), microUsd: microUsdOf(costUsd) });
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    listen({ kind: 'warning', message: `the cost of ${model.id} here is not known: ${error.message}` });
    return undefined;
  }
  return spentOf(charges);
}

/** Empty for a job that was looked up by its id alone: nothing tells what was asked for. */
function settingsOf({ intent }: JobRecord, { inputSchema }: Pick<ModelEntry, 'inputSchema'>): string {
  const body = intent === null ? undefined : objectOf(tryReadJson(intent.body));
  return body === undefined ? '' : settingsWords(body, inputSchema);
}
