import type { Account } from '../account/account.ts';
import { hasInventedPrices } from '../account/profiles.ts';
import type { DocumentFields } from '../cli/documents/index.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JobRecord } from '../ledger/record.ts';
import { requestOf } from '../ledger/rendered-requests.ts';
import {
  type Charge,
  type KnownPrice,
  type LikelyCharge,
  likelyCharge,
  type PriceGround,
  type Spent,
  spentOf,
  spreadOf,
} from '../ledger/rules/past-charges.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { settingsWords } from '../request/rules/settings-words.ts';
import { tryReadJson } from '../schema/json/read-json.ts';
import { chargeOf } from '../service/charge.ts';
import type { ModelEntry } from '../service/model.ts';
import { requestRoutes } from '../service/request-route.ts';
import { serviceOrigin } from '../text/base-url.ts';
import { objectOf } from '../text/json-object.ts';
import type { Look } from '../text/look.ts';
import { microUsdOf, usdOf } from '../text/money.ts';
import { likeCostsIfRead, type PricedRequest, pricedIntent, pricedJob } from './like-costs.ts';
import { likenessOf, type PricedJob } from './rules/job-price.ts';
import { moneyWords } from './words/budget-words.ts';

/** Requests of so many kinds are told apart; what is of further kinds is not known. A manifest may have a million lines. */
const kindsMost = 1_000;

/** The expected cost of requests that are not sent, by what like jobs were charged here, or by a price list. */
export interface ExpectedCost {
  /** The price of the request in a place, from 0 on; undefined where nothing says it. */
  priceAt(place: number): KnownPrice | undefined;
  likely: LikelyCharge;
  words: CostWords;
}

/** Gathers requests, and tells what they would cost. Requests of one kind are kept as one, and counted. */
export function createCostEstimate(context: RequestMeans) {
  const places = new Map<string, number>();
  const kinds: PricedJob[] = [];
  /** How many requests are of each kind; those of no kind are the last. */
  const counts: number[] = [...Array(kindsMost + 1)].fill(0);
  let kindOf = new Uint16Array(kindsMost);
  let size = 0;
  let isTold = false;
  let isFinal = true;
  return {
    async add(intent: PricedRequest): Promise<void> {
      const job = await pricedIntent(context, intent);
      isTold ||= requestRoutes[intent.route].tellsCharge;
      isFinal &&= job.step === 'final';
      const likeness = JSON.stringify(likenessOf(job, undefined));
      if (!places.has(likeness) && kinds.length < kindsMost) places.set(likeness, kinds.push(job) - 1);
      const kind = places.get(likeness) ?? kindsMost;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (size === kindOf.length) {
        const before = kindOf;
        kindOf = new Uint16Array(2 * size);
        kindOf.set(before);
      }
      kindOf[size] = kind;
      size += 1;
    },
    async tell(): Promise<ExpectedCost> {
      const costOf = await likeCostsIfRead(context, kinds);
      const charges = [...Array(kindsMost + 1).keys()].map((kind) => kinds[kind] && costOf(kinds[kind]));
      const likely = likelyCharge(charges, counts);
      const isInvented = kinds.some(hasInventedPrices);
      const what = isFinal ? 'final' : 'job';
      const words = likelyCostWords(likely, { what, isInvented, isTold }, context.terminal.err);
      return { priceAt: (place) => charges[kindOf[place] ?? kindsMost], likely, words };
    },
  };
}

/** The expected cost of one or more jobs, as a document has it. */
export function expectedCostFields({
  by,
  sum,
  told,
  untold,
}: LikelyCharge): DocumentFields<'genctl.request/v1'>['expected_cost'] {
  if (by.length === 0) return null;
  const { jobs, least, most } = spreadOf(by);
  const range = { jobs, least_usd: usdOf(least), most_usd: usdOf(most) };
  return { sum_usd: usdOf(sum), told, untold, ...range, by: by.map((price) => price.by) };
}

/** Tells what the finals of drafts at some places should cost. */
type FinalCosts = (places: readonly number[]) => CostWords;

/**
 * Tells what finals should cost, by what like finals were charged on this machine. A draft that its ledger does not have is
 * undefined: what its final costs is not known.
 */
export async function finalCosts(
  context: RequestMeans,
  drafts: readonly (JobRecord | undefined)[],
): Promise<FinalCosts> {
  const finals = drafts.map((draft) => (draft === undefined ? undefined : finalOf(draft)));
  const costOf = await likeCostsIfRead(
    context,
    finals.filter((final) => final !== undefined),
  );
  const charges = finals.map((final) => (final === undefined ? undefined : costOf(final)));
  return (places) => {
    const chosen = places.map((place) => drafts[place]);
    const grounds = {
      what: 'final' as const,
      isInvented: chosen.some((draft) => draft !== undefined && hasInventedPrices(draft)),
      isTold: chosen.some((draft) => draft === undefined || requestRoutes[draft.route].tellsCharge),
    };
    const likely = likelyCharge(places.map((place) => charges[place]));
    return likelyCostWords(likely, grounds, context.terminal.err);
  };
}

/** The final of a draft as it would be charged. */
function finalOf(draft: JobRecord): PricedJob {
  return { ...pricedJob(draft, requestOf(draft)), step: 'final' };
}

/** The facts that the words of a likely charge rest on. */
interface ChargeGrounds {
  what: 'final' | 'job';
  /** True if the prices are the sandbox's. */
  isInvented: boolean;
  /** True if the service says of such jobs what they were charged. */
  isTold: boolean;
}

/** The expected cost of jobs, in words. */
export interface CostWords {
  /** The sum alone: `about $0.96 in all`. */
  sum: string;
  /** With what it is known by: `about $0.96 in all (3 such ${what}s were charged $0.40–$0.52 each here)`. */
  whole: string;
}

/** The expected cost of jobs, by what such jobs were charged. A cost that nothing here shows is called unknown. */
export function likelyCostWords(
  { by, sum, told, untold }: LikelyCharge,
  { isInvented, isTold, what }: ChargeGrounds,
  { symbols }: Pick<Look, 'symbols'>,
): CostWords {
  if (by.length === 0) {
    const why = isTold ? `no similar ${what} has been charged here` : 'v1 reports no charges';
    return { sum: 'cost unknown', whole: `cost unknown (${why})` };
  }
  const like = by.map((price) => sourceWords(price, { isInvented, what }, symbols)).join('; ');
  const part = untold > 0 ? ` for ${told} of them, ${untold} unknown` : told > 1 ? ' in all' : '';
  const about = `about ${moneyWords(sum)}${part}`;
  return isInvented
    ? { sum: `${about} (invented prices)`, whole: `${about} (${like}; the sandbox’s prices are invented)` }
    : { sum: about, whole: `${about} (${like})` };
}

/** The source of a price in words: `3 similar jobs were charged $0.40–$0.52 each here`. */
function sourceWords(
  { by, jobs, least: from, most: to, of }: PriceGround,
  { isInvented, what }: Pick<ChargeGrounds, 'isInvented' | 'what'>,
  symbols: Look['symbols'],
): string {
  const [least, most] = [moneyWords(from), moneyWords(to)];
  const amount = least === most ? least : `${least}${symbols.to}${most}`;
  const similar = jobs === 1 ? `1 similar ${what}` : `${jobs} similar ${what}s`;
  const was = jobs === 1 ? 'was' : 'were';
  switch (by) {
    case 'charges':
      return `${similar} ${was} charged ${amount}${jobs === 1 ? '' : ' each'} here`;
    case 'seconds':
      return `by the second: ${similar} of another length ${was} charged here`;
    case 'list':
      return `${isInvented ? 'the price list' : 'prices.csv'} says ${amount}${of === 1 ? '' : ' each'}`;
  }
}

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
      where: ({ costUsd, origin, ...of }) =>
        costUsd !== null && of.model === model.id && of.profile === profile && origin === service,
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
