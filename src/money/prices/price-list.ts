import { homePlaces } from '../../account/home.ts';
import { hasInventedPrices } from '../../account/profiles.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';
import { readWholeText } from '../../files/read-whole.ts';
import type { KnownPrice } from '../../ledger/rules/past-charges.ts';
import type { RequestMeans } from '../../request/request-means.ts';
import type { InputDescription } from '../../service/model.ts';
import { oncePer, oncePerKey } from '../../text/once.ts';
import { counted } from '../../text/shown-value.ts';
import {
  type ChargedLike,
  jobPrice,
  likenessOf,
  listedPrice,
  type PricedJob,
  type PricedLikeness,
  pricedWork,
} from '../rules/job-price.ts';
import {
  type PriceFault,
  type PriceRecord,
  type PriceRow,
  type ReadPrices,
  readPriceRows,
} from '../rules/price-rows.ts';
import { moneyWords } from '../words/budget-words.ts';

export type PriceList = ReturnType<typeof listOf>;

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

/** The prices of jobs: by the charges of this machine, and by a list where there are none. */
function listOf(
  { listen }: Pick<PriceListContext, 'listen'>,
  { rows, unpriced }: Omit<ReadPrices, 'faults'>,
) {
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
    likenessOf(job: PricedJob, schema: InputDescription | undefined): PricedLikeness {
      const work = pricedWork(job, schema);
      const listed = work === undefined ? undefined : listedPrice(rows, work, unpriced);
      return { ...likenessOf(job, schema), listed: listed ?? null };
    },
    /** The price of a job. Says once a row where the charges are far from the list. */
    priceOf(job: PricedLikeness, charged: readonly ChargedLike[]): KnownPrice | undefined {
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

/** A price list has a row a tier of each model. Unit: bytes. */
const bytesMost = 1024 * 1024;

/** The price list of a home; undefined where it has none. Rejects with UsageError where it, or a line of it, can't be read. */
export async function ownPrices(home: string): Promise<Omit<ReadPrices, 'faults'> | undefined> {
  const path = homePlaces(home).prices;
  const text = textOf(path);
  if (text === undefined) return undefined;
  const { faults, ...read } = await readText(text);
  if (faults.length > 0) throw brokenPrices(path, faults);
  return read;
}

async function readText(text: string): Promise<ReadPrices> {
  const { csvRecords } = await import('../../files/text-records.ts');
  const records: PriceRecord[] = [];
  const faults: PriceFault[] = [];
  for await (const group of csvRecords(inOne(text), { format: 'csv', lineBytesMost: bytesMost })) {
    for (const record of group) {
      if (record.kind === 'broken') faults.push({ line: record.line, why: 'it has a wrong quote' });
      else records.push({ line: record.line, cells: record.cells.map(utf8) });
    }
  }
  const read = readPriceRows(records);
  return { ...read, faults: [...read.faults, ...faults] };
}

function textOf(path: string): string | undefined {
  try {
    return readWholeText(path, { bytesMost, what: 'price list', isFile: true });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || error instanceof CliError) throw error;
    if (code === 'ENOENT') return undefined;
    throw new UsageError({
      code: 'prices_unreadable',
      message: `${path} can't be read`,
      why: `The system says ${code}.`,
      hint: `ls -l ${path}`,
    });
  }
}

async function* inOne(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** A cell of which each character is a byte. */
function utf8(cell: string): string {
  return Buffer.from(cell, 'latin1').toString('utf8');
}

const faultsMost = 20;

/** The error for a price list that has lines which can't be read: no price is taken from it. */
function brokenPrices(path: string, faults: readonly PriceFault[]): UsageError {
  const shown = faults.slice(0, faultsMost).map(({ line, why }) => `Line ${line}: ${why}.`);
  const more = faults.length > faultsMost ? [`And ${counted(faults.length - faultsMost, 'line')} more.`] : [];
  return new UsageError({
    code: 'prices_invalid',
    message: `${counted(faults.length, 'line')} of ${path} can't be read`,
    why: [...shown, ...more].join('\n'),
    hint: say`correct the file, then check it with ${genctl`config prices`}`,
  });
}
