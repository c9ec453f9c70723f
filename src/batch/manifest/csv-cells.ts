import { isUtf8 } from 'node:buffer';
import { murmur3 } from '../../text/murmur.ts';
import { counted } from '../../text/shown-value.ts';
import { type LineFault, lineHasNul, lineNotUtf8 } from '../rules/manifest-line.ts';
import type { CsvRecord } from './csv-records.ts';
import { faultRow, type ManifestRow } from './manifest-row.ts';

/** The names of the columns in their order; empty for one without a name. */
export type Header = readonly string[];

/** Characters of a byte that is no ASCII, in a text that has a character for each byte. */
const beyondAscii = /[\x80-\xff]/;

/** A row of a table: its cells by the names in the header. Cells that are missing at its end are empty, as spreadsheets leave them out. */
export function csvRow({ line, cells }: Extract<CsvRecord, { kind: 'record' }>, header: Header): ManifestRow {
  const mark = murmur3(Buffer.from(cells.join('\x1f'), 'latin1'));
  const read = readCells(cells);
  if ('code' in read) return faultRow(line, mark, read);
  const columns = new Map<string, string>();
  for (const [place, text] of read.texts.entries()) {
    if (text === '') continue;
    const name = header[place];
    if (name === undefined || name === '') return faultRow(line, mark, nameless(place, text, header));
    columns.set(name, text);
  }
  return { kind: 'row', line, mark, columns };
}

/** The texts of cells whose characters are bytes. */
export function readCells(cells: readonly string[]): { texts: string[] } | LineFault {
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
