import { isUtf8 } from 'node:buffer';
import { UsageError } from '../../errors/endings.ts';
import { sha256 } from '../../files/lazy-node.ts';
import {
  type ByteLine,
  byteLines,
  type CsvRecord,
  type CsvTrouble,
  csvRecords,
} from '../../files/text-records.ts';
import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { flawWords, isPlainJson, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { limits } from '../../service/limits.ts';
import { objectOf } from '../../text/json-object.ts';
import { counted, shownValue } from '../../text/shown-value.ts';
import { savedAsUtf8 } from './manifest-encoding.ts';
import type { ManifestFormat } from './manifest-format.ts';

/** Why a line of a manifest can't be read. */
interface LineFault {
  code: string;
  message: string;
  why: string;
  hint: string;
}

/** JSON values, or the texts of cells, by the names as they are written. A cell that is empty is left out. */
type Columns = (readonly [name: string, value: unknown])[];

/** A line of a manifest as it was read. `line` counts from 1; of a row over several lines it is the first. */
export type ReadRow =
  | { line: number; columns: Columns; fault?: never }
  /** Its message does not name the line. */
  | { line: number; fault: LineFault; columns?: never };

/** As `ReadRow`, with its place among all, which counts from 0. */
export type ManifestRow = { place: number; line: number } & (
  | { columns: ReadonlyMap<string, unknown>; fault?: never }
  | { fault: LineFault; columns?: never }
);

/**
 * The longest line that is read. A prompt has at most `textCharacters` characters; in JSON one of them takes at most twelve
 * bytes (two escapes), and a third more is for the other columns. Unit: bytes.
 */
const lineBytesMost = 16 * limits.textCharacters;

const lineTooLong: LineFault = {
  code: 'line_too_long',
  message: 'the line is too long',
  why: `It has more than ${lineBytesMost} bytes; a prompt has at most ${limits.textCharacters} characters.`,
  hint: 'give pictures as paths or links, not as data URLs',
};

const lineNotUtf8: LineFault = {
  code: 'line_not_utf8',
  message: 'the line is not UTF-8',
  why: 'Some of its letters would be replaced, sent and paid for.',
  hint: savedAsUtf8('the file as UTF-8', 'WINDOWS-1252'),
};

const lineHasNul: LineFault = {
  code: 'line_has_nul',
  message: 'the line has NUL characters in it',
  why: 'Only binary files and UTF-16 files have those.',
  hint: savedAsUtf8('the file as UTF-8', 'UTF-16'),
};

/**
 * The rows of a manifest, as many at a time as a chunk ends. Blank lines are none. Throws UsageError for a table whose header can't be
 * used.
 */
export function rowsOf(chunks: AsyncIterable<Buffer>, format: ManifestFormat): AsyncGenerator<ReadRow[]> {
  if (format === 'jsonl') return lineRows(chunks, jsonColumns);
  return format === 'txt' ? lineRows(chunks, promptColumns) : tableRows(chunks, format);
}

async function* lineRows(
  chunks: AsyncIterable<Buffer>,
  columnsOf: (text: string) => Columns | LineFault,
): AsyncGenerator<ReadRow[]> {
  for await (const lines of byteLines(chunks, lineBytesMost))
    yield lines.flatMap((one) => lineRow(one, columnsOf) ?? []);
}

function lineRow(
  { bytes, line }: ByteLine,
  columnsOf: (text: string) => Columns | LineFault,
): ReadRow | undefined {
  const text = bytes === undefined ? lineTooLong : textIn(bytes);
  if (typeof text !== 'string') return { line, fault: text };
  return text.trim() === '' ? undefined : rowOf(line, columnsOf(text.replace(/\r$/, '')));
}

function rowOf(line: number, read: Columns | LineFault): ReadRow {
  return Array.isArray(read) ? { line, columns: read } : { line, fault: read };
}

/** The text that bytes are, or why they are none. */
function textIn(bytes: Buffer): string | LineFault {
  // UTF-16 is no UTF-8 either, but another command mends it.
  if (bytes.includes(0)) return lineHasNul;
  return isUtf8(bytes) ? bytes.toString('utf8') : lineNotUtf8;
}

/** The columns of a line of JSON, which is an object. */
function jsonColumns(text: string): Columns | LineFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notJson(text);
  }
  const object = objectOf(value);
  if (object === undefined) return noObject(value);
  const flaw = isPlainJson(text, value) ? undefined : jsonFlaw(text);
  if (flaw === undefined) return Object.entries(object);
  const { fix, what, why } = flawWords(flaw);
  return { code: `json_${flaw.kind}`, message: `the line ${what}`, why, hint: `write ${fix}` };
}

function notJson(text: string): LineFault {
  const isPretty = /^\s*[[{]\s*$/.test(text);
  // The place in the line; its number is told by whoever shows the fault.
  const why = (describeJsonFault(text) ?? 'it ends too early').replace(/at line 1, column/, 'at column');
  return {
    code: 'line_no_json',
    message: 'the line is not JSON',
    why: `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
    hint: isPretty ? `one object a line: jq -c . FILE` : 'an object a line; of a table FILE is called .csv',
  };
}

function noObject(value: unknown): LineFault {
  return {
    code: 'line_no_object',
    message: 'the line is not a JSON object',
    why: `It is ${value === null ? 'null' : shownValue(value)}.`,
    hint: Array.isArray(value)
      ? `one object a line: jq -c '.[]' FILE`
      : '{"id": "s01", "prompt": "…"}, an object a line',
  };
}

/** Digits of a hash that name a prompt: two of a million are alike once in 500 such manifests, which is a fault of the second one. */
const idDigits = 12;

/** The columns of a prompt, which is a line of a plain text. Its id is its hash, so that a line that is put in moves no other. */
function promptColumns(text: string): Columns {
  const prompt = text.trim();
  return [
    ['id', sha256(prompt).slice(0, idDigits)],
    ['prompt', prompt],
  ];
}

/** The rows of a table whose first row names its columns. */
async function* tableRows(chunks: AsyncIterable<Buffer>, format: 'csv' | 'tsv'): AsyncGenerator<ReadRow[]> {
  let header: Header | undefined;
  for await (const records of csvRecords(chunks, { format, lineBytesMost })) {
    const rows: ReadRow[] = [];
    for (const record of records) {
      if (record.kind === 'broken') rows.push({ line: record.line, fault: brokenFault(record) });
      else if (header === undefined) header = headerOf(record.cells);
      else rows.push(rowOf(record.line, cellColumns(record.cells, header)));
    }
    yield rows;
    if (header === undefined && rows.length > 0) return;
  }
  if (header === undefined) throw noHeader('It has no line.');
}

/** The names of the columns in their order; empty for one without a name. */
type Header = readonly string[];

function headerOf(cells: readonly string[]): Header {
  const read = textsOf(cells);
  if (!Array.isArray(read)) throw unreadableHeader(read);
  const names = read.map((name) => name.trim());
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) < place);
  if (twice !== undefined) throw noHeader(`It names ${JSON.stringify(twice)} twice.`);
  return names;
}

function unreadableHeader({ hint, message, why }: LineFault): UsageError {
  return new UsageError({
    code: 'csv_header',
    message: "The first line, which names the columns, can't be read",
    why: `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${why}`,
    hint,
  });
}

function noHeader(why: string): UsageError {
  return new UsageError({
    code: 'csv_header',
    message: 'The first line does not name the columns',
    why,
    hint: 'begin FILE with the names of its columns: id,model,prompt',
  });
}

/** The cells of a row by the names in the header. Cells that are missing at its end are empty, as spreadsheets leave them out. */
function cellColumns(cells: readonly string[], header: Header): Columns | LineFault {
  const read = textsOf(cells);
  if (!Array.isArray(read)) return read;
  const nameless = read.findIndex((text, place) => text !== '' && (header[place] ?? '') === '');
  if (nameless >= 0) return namelessCell(nameless, read[nameless] ?? '', header);
  return read.flatMap((text, place) => (text === '' ? [] : [[header[place] ?? '', text] as const]));
}

/** A NUL, or a byte that is no ASCII, in a text that has a character for each byte. */
const unusual = /[\0\x80-\xff]/;

/** The texts of cells whose characters are bytes. */
function textsOf(cells: readonly string[]): string[] | LineFault {
  const texts: string[] = [];
  for (const cell of cells) {
    const text = unusual.test(cell) ? textIn(Buffer.from(cell, 'latin1')) : cell;
    if (typeof text !== 'string') return text;
    texts.push(text);
  }
  return texts;
}

/** A value that no name stands for may be a part of a prompt whose comma is not quoted: then all behind it is one column off. */
function namelessCell(place: number, text: string, header: Header): LineFault {
  return {
    code: 'csv_nameless_cell',
    message: `column ${place + 1} has a value but no name: ${JSON.stringify(text.slice(0, 40))}`,
    why: `The first line names ${counted(header.filter((name) => name !== '').length, 'column')}.`,
    hint: 'name it in the first line; put a text with a comma in quotes',
  };
}

const brokenWhy: Record<CsvTrouble, string> = {
  unclosed: `A quote opens in this row, and does not close within ${lineBytesMost} bytes or before the file ends.`,
  quote: 'A quote is inside a cell, or after its end.',
  long: lineTooLong.why,
};

function brokenFault({ error, line }: Extract<CsvRecord, { kind: 'broken' }>): LineFault {
  return {
    code: 'csv_broken',
    message: 'the row has a wrong quote',
    why: brokenWhy[error],
    hint: `to see the row: sed -n ${line}p FILE; put a cell with a quote in quotes, and write the quote twice`,
  };
}
