import { isAbsolute, join, relative } from 'node:path';
import { isMediaFlag } from '../../request/request-flags.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { columnReader, wordColumns } from '../columns/line-words.ts';
import type { ManifestFormat, RowFormat } from '../manifest/manifest-format.ts';
import { draftParent, type ParentState, parentWord, wordOfParent } from '../rules/parents.ts';

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
  const meaningOf = columnReader(idColumn);
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

interface Move {
  /** The folder that paths are relative to, before and after. */
  from: string;
  to: string;
  idColumn: string;
  /** How far the lines are that others wait for. */
  stateOf(id: string): ParentState | undefined;
}

/**
 * Keeps the meaning of what a line names when the line goes to another manifest, in another folder. Paths lead to where they led
 * before. A line that is done, and so is not in the other manifest, is named by its job.
 */
export function movedColumns({ from, idColumn, stateOf, to }: Move) {
  const meaningOf = columnReader(idColumn);
  const jobOf = (id: string): string | undefined => {
    const state = stateOf(id);
    return state?.kind === 'there' ? state.jobId : undefined;
  };
  function movedMedia(word: unknown): unknown {
    if (typeof word !== 'string') return word;
    const parent = parentWord(word);
    if (parent !== undefined) return wordOfParent({ ...parent, id: jobOf(parent.id) ?? parent.id });
    return from !== to && isLocal(word) && !isAbsolute(word) ? relative(to, join(from, word)) : word;
  }
  function movedList(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(movedMedia);
    // In a table a list is written as JSON.
    const list = typeof value === 'string' && value.startsWith('[') ? tryReadJson(value) : undefined;
    return Array.isArray(list) ? JSON.stringify(list.map(movedMedia)) : movedMedia(value);
  }
  function movedDraft(word: unknown): unknown {
    const parent = typeof word === 'string' ? draftParent(word.trim()) : undefined;
    return parent === undefined ? word : (jobOf(parent.id) ?? word);
  }
  return function* (columns: ReadonlyMap<string, unknown>): Generator<[string, unknown]> {
    for (const [name, value] of columns) {
      const meaning = meaningOf(name);
      const isMedia = meaning.kind === 'word' && isMediaFlag(meaning.flag);
      yield [name, isMedia ? movedList(value) : meaning.kind === 'draft' ? movedDraft(value) : value];
    }
  };
}
