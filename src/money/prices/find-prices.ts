import { namedByFlags } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { hasInventedPrices, sandboxProfile } from '../../account/profiles.ts';
import { storeFailure } from '../../account/store-failure.ts';
import { claimFile } from '../../files/exclusive-claim.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { allModels } from '../../request/models/all-models.ts';
import type { RequestMeans } from '../../request/request-means.ts';
import { counted } from '../../text/shown-value.ts';
import { type PriceRow, priceColumns, type ReadPrices } from '../rules/price-rows.ts';
import { priceCells, priceTemplate } from '../rules/price-template.ts';
import { ownPrices } from './price-file.ts';
import { noRows, sandboxRows } from './price-list.ts';

/** The price list as a run found or made it; `path` is null for the sandbox's own. */
export interface FoundPrices extends Omit<ReadPrices, 'faults'> {
  path: string | null;
  created: boolean;
}

/** The columns of a price list as a table. */
export const listColumns = [
  ...priceColumns.map((name) => {
    return { title: name.toUpperCase(), text: (row: PriceRow) => priceCells(row)[name], dropOrder: 0 };
  }),
  { title: 'LINE', text: ({ line }: PriceRow) => String(line ?? ''), dropOrder: 1 },
];

/** Reads the price list, or the sandbox's own; writes one to fill in where there is none. Rejects with UsageError for one that can't be read. */
export async function findPrices(context: RequestMeans): Promise<FoundPrices> {
  const home = await context.home();
  const path = homePlaces(home).prices;
  const isOfSandbox = namedByFlags(context.globals) === sandboxProfile.name;
  const read = isOfSandbox ? undefined : await ownPrices(home);
  if (read !== undefined) return { ...read, path, created: false };
  if (hasInventedPrices(await context.account()))
    return { ...noRows, rows: await sandboxRows(context), path: null, created: false };
  const template = priceTemplate(await allModels(context, { refresh: false }));
  try {
    ensurePrivateFolder(home);
    claimFile(path, Buffer.from(template));
  } catch (error) {
    throw storeFailure("the price list can't be written", path, error);
  }
  return { ...((await ownPrices(home)) ?? noRows), path, created: true };
}

/** The list in a line. */
export function foundWords({ created, path, rows, unpriced }: FoundPrices): string {
  if (path === null) return 'invented prices of the sandbox; it needs no prices.csv';
  if (created)
    return `${counted(unpriced.length, 'row')} to fill in; then check them with genctl config prices`;
  const without = unpriced.length === 0 ? '' : `; ${counted(unpriced.length, 'row')} without one`;
  return `${counted(rows.length, 'price')} in ${path}${without}`;
}
