import { hasInventedPrices } from '../account/profiles.ts';
import type { DocumentFields } from '../cli/documents/index.ts';
import type { JobRecord } from '../ledger/record.ts';
import { requestOf } from '../ledger/rendered-requests.ts';
import {
  type KnownPrice,
  type LikelyCharge,
  likelyCharge,
  type PriceGround,
  spreadOf,
} from '../ledger/rules/past-charges.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { requestRoutes } from '../service/request-route.ts';
import type { Look } from '../text/look.ts';
import { formatMoney, usdOf } from '../text/money.ts';
import { likeCostsIfRead, type PricedRequest, pricedIntent, pricedJob } from './like-costs.ts';
import { likenessOf, type PricedJob } from './rules/job-price.ts';

/** Requests of so many kinds are told apart; what is of further kinds is not known. A manifest may have a million lines. */
const kindsMost = 1_000;

/** The expected cost of requests that are not sent, by what like jobs were charged here, or by a price list. */
export interface ExpectedCost {
  /** The price of each request, in their order; undefined where nothing says it. */
  each: readonly (KnownPrice | undefined)[];
  likely: LikelyCharge;
  words: CostWords;
}

/** Gathers requests, and tells what they would cost. Requests of one kind are kept as one, and counted. */
export function createCostEstimate(context: RequestMeans) {
  const places = new Map<string, number>();
  const kinds: PricedJob[] = [];
  const kindOf: (number | undefined)[] = [];
  let isTold = false;
  let isFinal = true;
  return {
    async add(intent: PricedRequest): Promise<void> {
      const job = await pricedIntent(context, intent);
      isTold ||= requestRoutes[intent.route].tellsCharge;
      isFinal &&= job.step === 'final';
      const likeness = JSON.stringify(likenessOf(job, undefined));
      if (!places.has(likeness) && kinds.length < kindsMost) places.set(likeness, kinds.push(job) - 1);
      kindOf.push(places.get(likeness));
    },
    async tell(): Promise<ExpectedCost> {
      const costOf = await likeCostsIfRead(context, kinds);
      const charges = kinds.map(costOf);
      const each = kindOf.map((kind) => (kind === undefined ? undefined : charges[kind]));
      const likely = likelyCharge(each);
      const isInvented = kinds.some(hasInventedPrices);
      const what = isFinal ? 'final' : 'job';
      const words = likelyCostWords(likely, { what, isInvented, isTold }, context.terminal.err);
      return { each, likely, words };
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
  const about = `about ${moneyOf(sum)}${part}`;
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
  const [least, most] = [moneyOf(from), moneyOf(to)];
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

function moneyOf(microUsd: number): string {
  return formatMoney(usdOf(microUsd));
}
