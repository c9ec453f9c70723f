import { UsageError } from '../../errors/endings.ts';
import { type LineFault, lineTooLong, manifestLineBytesMost } from '../rules/manifest-line.ts';
import { csvRow, type Header, readCells } from './csv-cells.ts';
import { type CsvRecord, type CsvTrouble, csvRecords } from './csv-records.ts';
import { faultRow, type ManifestRow } from './manifest-row.ts';

/**
 * The rows of a table whose first row names its columns, as many at a time as a chunk ends. Blank lines are none. Throws
 * UsageError for a header that can't be used.
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  format: 'csv' | 'tsv',
): AsyncGenerator<ManifestRow[]> {
  let header: Header | undefined;
  for await (const records of csvRecords(chunks, format)) {
    const rows: ManifestRow[] = [];
    for (const record of records) {
      if (record.kind === 'broken')
        rows.push(faultRow(record.line, 0, brokenFault(record), { isLast: true }));
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
