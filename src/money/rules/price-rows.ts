import type { ListPrice } from '../../cli/sandbox/sandbox-port.ts';
import { fieldNames, schemaField } from '../../schema/input-field.ts';
import { nearestModels } from '../../service/body/nearest-model.ts';
import { familyOf } from '../../service/families/index.ts';
import type { ModelEntry } from '../../service/model.ts';
import { isFieldOf } from '../../service/options.ts';
import { amountOf, microUsdOf, plainUsd, usdOf } from '../../text/money.ts';
import { plainName } from '../../text/nearest-name.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';

/** The columns of a price list, in the order in which genctl writes them. */
export const priceColumns = ['model', 'tier', 'per', 'sound', 'video', 'usd', 'least'] as const;

type PriceColumn = (typeof priceColumns)[number];

const neededColumns: readonly PriceColumn[] = ['model', 'per', 'usd'];

/** A row of a price list. */
export interface PriceRow extends ListPrice {
  /** Its line in the file; null for the sandbox's. */
  line: number | null;
}

/** A record of the file: its cells, and the line that it begins in. */
export interface PriceRecord {
  line: number;
  cells: readonly string[];
}

/** A line that can't be read, and why in words. */
export interface PriceFault {
  line: number;
  why: string;
}

/** A line without a price. */
export type UnpricedLine = Pick<PriceRow, 'model' | 'tier'> & { line: number };

export interface ReadPrices {
  rows: PriceRow[];
  /** The lines that name no price yet, and the jobs that they are for. */
  unpriced: UnpricedLine[];
  faults: PriceFault[];
}

/** Reads the records of a price list, of which the first names the columns. */
export function readPriceRows([header, ...records]: readonly PriceRecord[]): ReadPrices {
  const read: ReadPrices = { rows: [], unpriced: [], faults: [] };
  // Its writer may not be done: no price is taken for unknown by that.
  if (header === undefined) return { ...read, faults: [{ line: 1, why: 'it is empty' }] };
  const columns = header.cells.map((cell) => cell.trim().toLowerCase());
  const why = headerFault(columns);
  if (why !== undefined) return { ...read, faults: [{ line: header.line, why }] };
  const known = new Map<string, number>();
  for (const { cells, line } of records) {
    const row = readRow(cells, columns, line);
    const key = 'why' in row ? undefined : conditionsOf(row);
    const twin = key === undefined ? undefined : known.get(key);
    if ('why' in row) read.faults.push(row);
    else if (twin !== undefined) read.faults.push({ line, why: `it repeats line ${twin}` });
    else if (row.microUsd === undefined) read.unpriced.push({ line, model: row.model, tier: row.tier });
    else read.rows.push({ ...row, microUsd: row.microUsd });
    if (key !== undefined && twin === undefined) known.set(key, line);
  }
  return read;
}

function headerFault(columns: readonly string[]): string | undefined {
  const strange = columns.find((name) => !priceColumns.some((column) => column === name));
  if (strange !== undefined) return `no column is called ${JSON.stringify(strange.slice(0, 40))}`;
  const missing = neededColumns.find((name) => !columns.includes(name));
  if (missing !== undefined) return `it has no column ${missing}`;
  const twice = columns.find((name, place) => columns.indexOf(name) < place);
  return twice === undefined ? undefined : `it names ${twice} twice`;
}

type UnpricedRow = Omit<PriceRow, 'line' | 'microUsd'> & { line: number; microUsd: number | undefined };

function readRow(
  cells: readonly string[],
  columns: readonly string[],
  line: number,
): UnpricedRow | PriceFault {
  const beyond = cells.find((cell, place) => place >= columns.length && cell.trim() !== '');
  if (beyond !== undefined) return { line, why: `${JSON.stringify(beyond.slice(0, 40))} is in no column` };
  const cell = (name: PriceColumn): string => cells[columns.indexOf(name)]?.trim() ?? '';
  const [model, per, tier] = [cell('model'), cell('per'), cell('tier')];
  if (model === '') return { line, why: 'it names no model' };
  if (per !== 'second' && per !== 'output') return wrongCell(line, 'per', per, 'second or output');
  for (const name of ['sound', 'video'] as const)
    if (!Object.hasOwn(answers, cell(name))) return wrongCell(line, name, cell(name), 'yes, no or empty');
  for (const name of ['usd', 'least'] as const)
    if (cell(name) !== '' && !isPrice(cell(name)))
      return wrongCell(line, name, cell(name), 'an amount in USD above 0 such as 0.09, or empty');
  return {
    line,
    model,
    tier: tier === '' ? null : tier,
    per,
    sound: answers[cell('sound')] ?? null,
    video: answers[cell('video')] ?? null,
    microUsd: cell('usd') === '' ? undefined : microUsdOf(amountOf(cell('usd')) ?? 0),
    leastMicroUsd: microUsdOf(amountOf(cell('least')) ?? 0),
  };
}

const answers: Readonly<Record<string, boolean | null>> = { yes: true, no: false, '': null };

/** A price of 0 would let anything pass a budget. */
function isPrice(text: string): boolean {
  return (amountOf(text) ?? 0) > 0;
}

function wrongCell(line: number, column: PriceColumn, text: string, takes: string): PriceFault {
  return { line, why: `${column} is ${JSON.stringify(text.slice(0, 40))}, and it takes ${takes}` };
}

/** The conditions of a row as a text: two rows of one text would set two prices. */
function conditionsOf({ model, sound, tier, video }: Omit<PriceRow, 'microUsd'> & object): string {
  return JSON.stringify([model, tier?.toLowerCase(), sound, video]);
}

/** A price list to fill in: a row a tier of each model, without a price. */
export function priceTemplate(models: readonly ModelEntry[]): string {
  const rows = models.flatMap(({ id: model, inputSchema, medium }) => {
    const per = medium === 'image' ? 'output' : 'second';
    return tiersOf(inputSchema).map((tier) => priceCells({ ...noPrice, model, tier, per }));
  });
  const lines = rows.map((cells) => priceColumns.map((column) => quoted(cells[column])));
  return [priceColumns, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

const noPrice = { sound: null, video: null, microUsd: 0, leastMicroUsd: 0 };

/** A row as it is in the file. An amount of 0 is none. */
export function priceCells({
  leastMicroUsd,
  microUsd,
  sound,
  tier,
  video,
  ...row
}: Omit<PriceRow, 'line'>): Record<PriceColumn, string> {
  const amount = (micro: number): string => (micro === 0 ? '' : plainUsd(usdOf(micro)));
  const answer = (condition: boolean | null): string =>
    ({ true: 'yes', false: 'no', null: '' })[`${condition}`];
  const conditions = { tier: tier ?? '', sound: answer(sound), video: answer(video) };
  return { ...row, ...conditions, usd: amount(microUsd), least: amount(leastMicroUsd) };
}

/** The tiers that a schema lists; null where it lists none. */
function tiersOf(schema: ModelEntry['inputSchema'] = {}): (string | null)[] {
  const name = fieldNames(schema).find((one) => isFieldOf('resolution', one)) ?? '';
  const tiers = schemaField(schema, name)?.listed.filter((tier) => typeof tier === 'string') ?? [];
  return tiers.length === 0 ? [null] : tiers;
}

/** Ids and tiers are of the service. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The lines of a price list that no job of these models would fit, and why in words: the id or the tier is of none. That may be right: a
 * list of models is of one account, and v1 has none.
 */
export function priceDoubts(
  lines: readonly UnpricedLine[],
  models: readonly Pick<ModelEntry, 'id' | 'inputSchema'>[],
): PriceFault[] {
  const known = new Map(models.map((model) => [model.id, model]));
  const ids = [...known.keys()];
  return lines.flatMap(({ line, model, tier }) => {
    const entry = known.get(model);
    const why = entry === undefined ? modelDoubt(model, ids) : tierDoubt(tier, entry);
    return why === undefined ? [] : [{ line, why }];
  });
}

function modelDoubt(model: string, ids: readonly string[]): string | undefined {
  const near = nearestModels(model, ids);
  if (near.length === 0 && familyOf(model)?.jobs === false) return undefined;
  const nearest = near.length === 0 ? '' : `; the nearest is ${anyOfWords(near)}`;
  return `no known model is called ${shownValue(model)}${nearest}`;
}

function tierDoubt(
  tier: string | null,
  { id, inputSchema }: Pick<ModelEntry, 'id' | 'inputSchema'>,
): string | undefined {
  const tiers = inputSchema === undefined ? undefined : tiersIn(inputSchema);
  if (tier === null || tiers === undefined) return undefined;
  if (tiers.some((one) => one.toLowerCase() === tier.toLowerCase())) return undefined;
  const has = tiers.length === 0 ? 'leave the tier empty' : `it has ${anyOfWords(tiers)}`;
  return `${id} has no tier ${shownValue(tier)}; ${has}`;
}

/** Every tier that a job of a schema may ask for; undefined where the schema lists none for a field that sets one. */
function tiersIn(schema: NonNullable<ModelEntry['inputSchema']>): string[] | undefined {
  const names = fieldNames(schema);
  const fields = names.filter((name) => isFieldOf('resolution', name) || plainName(name) === 'size');
  const listed = fields.map((name) => schemaField(schema, name)?.listed.map(String) ?? []);
  return names.length === 0 || listed.some((tiers) => tiers.length === 0) ? undefined : listed.flat();
}
