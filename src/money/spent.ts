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

/** Which jobs to look at. */
export interface SpentQuery {
  model: Pick<ModelEntry, 'id' | 'inputSchema'>;
  /** The profile of the account that would pay for the next job. */
  profile: string;
  /** The base URL of its service: one profile may be of several. */
  baseUrl: string;
  /** Jobs of earlier months are not looked for. Unit: ms since 1970. */
  sinceMs: number;
}

/**
 * The prices of the newest charged jobs of a model, by their settings; undefined where none are known. Rejects with a MachineError
 * where the ledger can't be read.
 */
export async function spentOn(
  ledger: Pick<Ledger, 'records'>,
  { baseUrl, model, profile, sinceMs }: SpentQuery,
): Promise<Spent | undefined> {
  const charges: Charge[] = [];
  const service = serviceOrigin(baseUrl);
  const charged = ledger.records({
    limit: jobsMost,
    sinceMs,
    where: (facts) => facts.model === model.id && facts.profile === profile && facts.costUsd !== null,
    matches: ({ base_url }) => serviceOrigin(base_url) === service,
  });
  for await (const record of charged) {
    const costUsd = chargeOf(record.job);
    if (costUsd !== undefined)
      charges.push({ settings: settingsOf(record, model), microUsd: microUsdOf(costUsd) });
  }
  return spentOf(charges);
}

/** Empty for a job that was looked up by its id alone: nothing tells what was asked for. */
function settingsOf({ intent }: JobRecord, { inputSchema }: Pick<ModelEntry, 'inputSchema'>): string {
  const body = intent === null ? undefined : objectOf(tryReadJson(intent.body));
  return body === undefined ? '' : settingsWords(body, inputSchema);
}

/** Prices of older jobs may not be those of today. Unit: ms. */
const pricesLastMs = 90 * 24 * 60 * 60 * 1000;

/** Costs are only nice to know: where the ledger can't be read, the page says the rest. */
export async function spentHere(
  context: Pick<RequestMeans, 'clock' | 'ledger' | 'listen'>,
  { baseUrl, profile }: Account,
  model: ModelEntry,
): Promise<Spent | undefined> {
  const sinceMs = context.clock.nowMs() - pricesLastMs;
  try {
    return await spentOn(await context.ledger(), { model, profile, baseUrl, sinceMs });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    context.listen({
      kind: 'warning',
      message: `the cost of ${model.id} here is not known: ${error.message}`,
    });
    return undefined;
  }
}
