import { hasInventedPrices } from '../../account/profiles.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import type { KnownPrice } from '../../ledger/rules/past-charges.ts';
import type { RequestMeans } from '../../request/request-means.ts';
import type { InputDescription } from '../../service/model.ts';
import { oncePer, oncePerKey } from '../../text/once.ts';
import { type ChargedLike, jobPrice, type PricedLikeness } from '../rules/job-price.ts';
import { likenessOf, type PricedJob } from '../rules/likeness.ts';
import { listedPrice } from '../rules/listed-price.ts';
import type { PriceRow, ReadPrices } from '../rules/price-rows.ts';
import { pricedWork } from '../rules/priced-work.ts';
import { moneyWords } from '../words/budget-words.ts';
import { ownPrices } from './price-file.ts';

/** The prices of jobs: by the charges of this machine, and by a list where there are none. */
export interface PriceList extends Readonly<Omit<ReadPrices, 'faults'>> {
  likenessOf(job: PricedJob, schema: InputDescription | undefined): PricedLikeness;
  /** The price of a job. Says once a row where the charges are far from the list. */
  priceOf(job: PricedLikeness, charged: readonly ChargedLike[]): KnownPrice | undefined;
}

export type PriceListContext = Pick<RequestMeans, 'around' | 'home' | 'listen'>;

const listsOf = oncePer((_: Surroundings) => new Map<boolean, Promise<PriceList>>());

/**
 * The price list of an account, read once in a run: the sandbox's own, or the user's, which may be none. Rejects with UsageError where that
 * has a line that can't be read.
 */
export function priceList(
  context: PriceListContext,
  account: Parameters<typeof hasInventedPrices>[0],
): Promise<PriceList> {
  const isInvented = hasInventedPrices(account);
  return oncePerKey(listsOf(context.around), isInvented, async () =>
    listOf(
      context,
      isInvented
        ? { rows: await sandboxRows(context), unpriced: [] }
        : ((await ownPrices(await context.home())) ?? noRows),
    ),
  );
}

/** A list without a row. */
export const noRows = { rows: [], unpriced: [] };

/** The rows of the sandbox's list. */
export async function sandboxRows({ around }: Pick<PriceListContext, 'around'>): Promise<PriceRow[]> {
  return (await around.sandbox.prices()).map((row) => ({ ...row, line: null }));
}

function listOf(
  { listen }: Pick<PriceListContext, 'listen'>,
  { rows, unpriced }: Omit<ReadPrices, 'faults'>,
): PriceList {
  const told = new Set<number>();
  function compare({ listed }: PricedLikeness, { by, median }: KnownPrice): void {
    if (listed === null || listed.line === null || by === 'list' || told.has(listed.line)) return;
    if (Math.abs(median - listed.microUsd) <= listed.microUsd * differenceMost) return;
    told.add(listed.line);
    const says = `prices.csv, line ${listed.line}, says ${moneyWords(listed.microUsd)} for a job`;
    const message = `${says}; genctl goes by the charges here, ${moneyWords(median)}`;
    listen({ kind: 'warning', message });
  }
  return {
    rows,
    unpriced,
    likenessOf(job, schema) {
      const work = pricedWork(job, schema);
      const listed = work === undefined ? undefined : listedPrice(rows, work, unpriced);
      return { ...likenessOf(job, schema), listed: listed ?? null };
    },
    priceOf(job, charged) {
      const price = jobPrice(job, charged);
      if (price !== undefined) compare(job, price);
      return price;
    },
  };
}

/** The list of jobs that nothing is known of. */
export const emptyList = listOf({ listen() {} }, noRows);

/** A charge may be so far from the list, as a part of what that says. */
const differenceMost = 0.05;
