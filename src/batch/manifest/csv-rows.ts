import { isUtf8 } from 'node:buffer';
import { UsageError } from '../../errors/endings.ts';
import { type CsvRecord, type CsvTrouble, csvRecords } from '../../files/csv-records.ts';
import { counted } from '../../text/shown-value.ts';
import {
  type LineFault,
  lineHasNul,
  lineNotUtf8,
  lineTooLong,
  manifestLineBytesMost,
  type ReadRow,
} from './manifest-row.ts';

/**
 * The rows of a table whose first row names its columns, as many at a time as a chunk ends. Blank lines are none. Throws
 * UsageError for a header that can't be used.
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  format: 'csv' | 'tsv',
): AsyncGenerator<ReadRow[]> {
  let header: Header | undefined;
  for await (const records of csvRecords(chunks, { format, lineBytesMost: manifestLineBytesMost })) {
    const rows: ReadRow[] = [];
    for (const record of records) {
      if (record.kind === 'broken') rows.push({ line: record.line, fault: brokenFault(record) });
      else if (header === undefined) header = headerOf(record.cells);
      else rows.push(csvRow(record, header));
    }
    yield rows;
    if (header === undefined && rows.length > 0) return;
  }
  if (header === undefined) throw noHeader('It has no line.');
}

function brokenFault({ error, line }: Extract<CsvRecord, { kind: 'broken' }>): LineFault {
  return {
    code: 'csv_broken',
    message: 'the row has a wrong quote',
    why: brokenWhy[error],
    hint: `to see the row: sed -n ${line}p FILE; put a cell with a quote in quotes, and write the quote twice`,
  };
}

const brokenWhy: Record<CsvTrouble, string> = {
  unclosed: `A quote opens in this row, and does not close within ${manifestLineBytesMost} bytes or before the file ends.`,
  quote: 'A quote is inside a cell, or after its end.',
  long: lineTooLong.why,
};

function headerOf(cells: readonly string[]): Header {
  const read = readCells(cells);
  if ('code' in read) throw noHeader(`Of its first line, ${read.message}.`);
  const names = read.texts.map((name) => name.trim());
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) < place);
  if (twice !== undefined) throw noHeader(`It names ${JSON.stringify(twice)} twice.`);
  return names;
}

function noHeader(why: string): UsageError {
  return new UsageError({
    code: 'csv_header',
    message: 'The first line does not name the columns',
    why,
    hint: 'begin FILE with the names of its columns: id,model,prompt',
  });
}

/** The names of the columns in their order; empty for one without a name. */
type Header = readonly string[];

/** Characters of a byte that is no ASCII, in a text that has a character for each byte. */
const beyondAscii = /[\x80-\xff]/;

/** A row of a table: its cells by the names in the header. Cells that are missing at its end are empty, as spreadsheets leave them out. */
function csvRow({ line, cells }: Extract<CsvRecord, { kind: 'record' }>, header: Header): ReadRow {
  const read = readCells(cells);
  if ('code' in read) return { line, fault: read };
  const columns: [string, string][] = [];
  for (const [place, text] of read.texts.entries()) {
    if (text === '') continue;
    const name = header[place];
    if (name === undefined || name === '') return { line, fault: nameless(place, text, header) };
    columns.push([name, text]);
  }
  return { line, columns };
}

/** The texts of cells whose characters are bytes. */
function readCells(cells: readonly string[]): { texts: string[] } | LineFault {
  const texts: string[] = [];
  for (const cell of cells) {
    if (cell.includes('\0')) return lineHasNul;
    const bytes = beyondAscii.test(cell) ? Buffer.from(cell, 'latin1') : undefined;
    if (bytes !== undefined && !isUtf8(bytes)) return lineNotUtf8;
    texts.push(bytes?.toString('utf8') ?? cell);
  }
  return { texts };
}

/** A value that no name stands for may be a part of a prompt whose comma is not quoted: then all behind it is one column off. */
function nameless(place: number, text: string, header: Header): LineFault {
  return {
    code: 'csv_nameless_cell',
    message: `column ${place + 1} has a value but no name: ${JSON.stringify(text.slice(0, 40))}`,
    why: `The first line names ${counted(header.filter((name) => name !== '').length, 'column')}.`,
    hint: 'name it in the first line; put a text with a comma in quotes',
  };
}
