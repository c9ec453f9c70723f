import { tryReadJson } from '../../schema/json/read-json.ts';
import { wordColumns } from '../columns/line-commands.ts';
import type { ManifestFormat, RowFormat } from '../manifest/manifest-format.ts';
import { columnReader } from '../rules/column-names.ts';

/** Values by their names, as a line of JSON or a row of a table has them. */
export type NamedValues = ReadonlyMap<string, unknown>;

/**
 * The text of a file of rows: its head, which JSON has none of, and each row.
 *
 * @param names the columns of a table, in their order.
 */
export function rowTexts(format: RowFormat, names: readonly string[]) {
  if (format === 'jsonl')
    return { head: '', row: (values: NamedValues) => `${JSON.stringify(Object.fromEntries(values))}\n` };
  const separator = format === 'tsv' ? '\t' : ',';
  const line = (cells: readonly string[]): string => `${csvLine(cells, separator)}\r\n`;
  return {
    head: line(names),
    row: (values: NamedValues) => line(names.map((name) => cellText(values.get(name)))),
  };
}

/** A value as a cell. Several are a list in JSON, as a manifest has them; one is the cell itself. */
export function listCell(values: readonly string[]): string {
  const [only, ...others] = values;
  return others.length > 0 || only?.startsWith('[') === true ? JSON.stringify(values) : (only ?? '');
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Has the value of a column mean the same in the other kind of manifest. In a table all are texts: lists and the values of fields
 * stand as JSON there.
 */
export function retold(
  idColumn: string,
  { from, to }: { from: ManifestFormat; to: RowFormat },
): (name: string, value: unknown) => unknown {
  const [isFromTable, isToTable] = [from !== 'jsonl', to !== 'jsonl'];
  if (isFromTable === isToTable) return (_, value) => value;
  const meaningOf = columnReader(wordColumns, idColumn);
  const lists = new Set(wordColumns.flatMap(({ flag, isList }) => (isList ? [flag] : [])));
  return (name, value) => {
    if (typeof value !== 'string') return value;
    const meaning = meaningOf(name);
    const isField = meaning.kind === 'field';
    const isList = meaning.kind === 'word' && lists.has(meaning.flag) && value.startsWith('[');
    if (!isField && !isList) return value;
    const read = tryReadJson(value);
    if (!isToTable) return (isField ? read : Array.isArray(read) ? read : undefined) ?? value;
    // A text that a table would read as something else is written as JSON has it.
    return isList ? JSON.stringify([value]) : read === undefined ? value : JSON.stringify(value);
  };
}

/** A row of a table as RFC 4180 writes it, without its line break: cells with quotes, separators or line breaks in them are quoted. */
export function csvLine(cells: readonly string[], separator: ',' | '\t'): string {
  return cells
    .map((cell) => (needsQuotes(cell, separator) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator);
}

function needsQuotes(cell: string, separator: string): boolean {
  return cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell);
}
