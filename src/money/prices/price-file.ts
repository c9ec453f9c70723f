import { homePlaces } from '../../account/home.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { counted } from '../../text/shown-value.ts';
import { type PriceFault, type PriceRecord, type ReadPrices, readPriceRows } from '../rules/price-rows.ts';

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
  const { csvRecords } = await import('../../files/csv-records.ts');
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
