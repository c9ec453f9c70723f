import { namedByFlags } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { hasInventedPrices, sandboxProfile } from '../../account/profiles.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { createDurably } from '../../files/atomic-write.ts';
import { runAtOnce } from '../../files/durable-work.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { allModels, modelsKnownHere } from '../../request/models/all-models.ts';
import type { RequestMeans } from '../../request/request-means.ts';
import { counted } from '../../text/shown-value.ts';
import {
  type PriceRow,
  priceCells,
  priceColumns,
  priceDoubts,
  priceTemplate,
  type ReadPrices,
} from '../rules/price-rows.ts';
import { noRows, ownPrices, sandboxRows } from './price-list.ts';

/** The price list as a run found or made it; `path` is null for the sandbox's own. */
export interface FoundPrices extends Omit<ReadPrices, 'faults'> {
  path: string | null;
  created: boolean;
  /** The lines that no job would fit, by the models that are known here; `line` is null where none are known. */
  warnings: { line: number | null; message: string }[];
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
  if (read !== undefined) return { ...read, path, created: false, warnings: await doubtsOf(context, read) };
  const other = { path, created: false, warnings: [] };
  if (hasInventedPrices(await context.account()))
    return { ...other, ...noRows, rows: await sandboxRows(context), path: null };
  const models = await allModels(context, { refresh: false, again: 'genctl models --refresh' });
  let created: boolean;
  try {
    ensurePrivateFolder(home);
    // Another process may write one at this moment, or read it: it is there whole or not at all.
    created = runAtOnce(createDurably(path, Buffer.from(priceTemplate(models))));
  } catch (error) {
    throw storeFailure("the price list can't be written", path, error);
  }
  return { ...other, ...((await ownPrices(home)) ?? noRows), created };
}

async function doubtsOf(
  context: RequestMeans,
  { rows, unpriced }: Pick<ReadPrices, 'rows' | 'unpriced'>,
): Promise<FoundPrices['warnings']> {
  const models = await modelsKnownHere(context);
  if (models.length === 0) {
    const message =
      'no list of models is here, so genctl did not check the models; to fetch one: genctl models';
    return [{ line: null, message }];
  }
  const lines = [...rows.flatMap(({ line, ...row }) => (line === null ? [] : { ...row, line })), ...unpriced];
  const doubts = priceDoubts(lines, models).sort((one, other) => one.line - other.line);
  return doubts.map(({ line, why }) => ({ line, message: why }));
}

/** The list in a line. */
export function foundWords({ created, path, rows, unpriced }: FoundPrices): string {
  if (path === null) return 'invented prices of the sandbox; it needs no prices.csv';
  if (created)
    return `${counted(unpriced.length, 'row')} to fill in; then check them with genctl config prices`;
  return listWords(path, { rows, unpriced });
}

/** The price list of a home in a line; undefined where there is none. Rejects with UsageError for one that can't be read. */
export async function ownListWords(home: string): Promise<string | undefined> {
  const read = await ownPrices(home);
  return read === undefined ? undefined : listWords(homePlaces(home).prices, read);
}

function listWords(path: string, { rows, unpriced }: Pick<ReadPrices, 'rows' | 'unpriced'>): string {
  const without = unpriced.length === 0 ? '' : `; ${counted(unpriced.length, 'row')} without one`;
  return `${counted(rows.length, 'price')} in ${path}${without}`;
}
