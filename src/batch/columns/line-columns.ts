import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { objectOf } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import type { FlagColumns } from './line-flags.ts';
import {
  type ColumnFlagName,
  type ColumnMeaning,
  type LineCommand,
  lineCommands,
  takesWord,
} from './line-words.ts';
import { columnFault, scalarText, type WrittenColumn } from './read-column.ts';

/** The columns of a line, by what they stand for. */
export interface SortedColumns {
  id: WrittenColumn | undefined;
  command: LineCommand;
  /** The id of the draft of a `finalize` line. */
  draft: string | undefined;
  words: readonly FlagColumns[];
  fields: readonly WrittenColumn[];
  /** The words for `{column}`. */
  free: Map<string, string>;
  /** The names of the columns that stand for no word of a request. */
  unknown: readonly string[];
  /** Those of them that have an object. */
  objects: ReadonlySet<string>;
}

/** Sorts the columns of a line. Values that are null count as absent. Throws UsageError. */
export function sortColumns(
  columns: ReadonlyMap<string, unknown>,
  meaningOf: (name: string) => ColumnMeaning,
): SortedColumns {
  const own: Partial<Record<'id' | 'command' | 'draft', WrittenColumn>> = {};
  const numbered = new Map<ColumnFlagName, { number: number | undefined; column: WrittenColumn }[]>();
  const fields: WrittenColumn[] = [];
  const free = new Map<string, string>();
  const unknown: string[] = [];
  const objects = new Set<string>();
  for (const [name, value] of columns) {
    if (value === null) continue;
    const column = { name, value };
    const meaning = meaningOf(name);
    switch (meaning.kind) {
      case 'id':
      case 'command':
      case 'draft':
        own[meaning.kind] = alone(own[meaning.kind], column);
        break;
      case 'field':
        fields.push({ name: meaning.name, value });
        break;
      case 'word': {
        const { flag } = meaning;
        const before = numbered.get(flag) ?? [];
        const word = literalFlags.has(flag) ? column : { name, value: trimmed(value) };
        for (const one of before) assertTwo(one, { number: meaning.number, column });
        numbered.set(flag, [...before, { number: meaning.number, column: word }]);
        break;
      }
      case 'free': {
        const text = scalarText(value);
        if (text !== undefined) free.set(name.trim(), text);
        else if (objectOf(value) !== undefined) objects.add(name);
        unknown.push(name);
      }
    }
  }
  const { command, draft, id } = own;
  const chosen = command === undefined ? (namesDraft(draft) ? 'finalize' : 'submit') : commandOf(command);
  const words = [...numbered].map(([flag, given]) => {
    for (const { column } of given) assertTaken(chosen, flag, column);
    const inOrder = given.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0));
    return { flag, columns: inOrder.map(({ column }) => column) };
  });
  return { id, command: chosen, draft: draftOf(chosen, draft), words, fields, free, unknown, objects };
}

/** The words whose spaces at the ends may be meant. */
const literalFlags: ReadonlySet<ColumnFlagName> = new Set(['prompt', 'input', 'body', 'set', 'tag']);

/** A value without the spaces at its ends, which a spreadsheet keeps and nobody sees. */
function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed);
  return typeof value === 'string' ? value.trim() : value;
}

/** A final alone is made from a draft, by its id. `true` is what a request for a draft has there. */
function namesDraft(column: WrittenColumn | undefined): boolean {
  return typeof column?.value === 'string' && !/^\s*(true|false)?\s*$/i.test(column.value);
}

function commandOf({ name, value }: WrittenColumn): LineCommand {
  const command = lineCommands.find((one) => one === trimmed(value));
  if (command !== undefined) return command;
  const why = `It takes one of ${lineCommands.length}: ${lineCommands.join(', ')}.`;
  throw columnFault(name, value, why, `${name} ${lineCommands[0]}`);
}

/** The id of a final's draft. Throws UsageError where it is missing, or where another command has one. */
function draftOf(command: LineCommand, column: WrittenColumn | undefined): string | undefined {
  const id = column === undefined ? undefined : scalarText(column.value)?.trim();
  if (command === 'finalize') {
    if (id !== undefined && id !== '') return id;
    throw new UsageError({
      code: 'draft_missing',
      message: 'the line makes a final but names no draft',
      why: 'draft is the id of a succeeded draft.',
      hint: '"draft": "ID"',
    });
  }
  if (column === undefined) return undefined;
  const why = 'It names the draft that the line is the final of.';
  throw columnFault(
    column.name,
    column.value,
    `${command} has no draft to be made from. ${why}`,
    wayOf(column),
  );
}

function wayOf(column: WrittenColumn): string {
  const isDraft = scalarText(column.value)?.trim().toLowerCase() === 'true';
  return isDraft ? '"command": "draft", without draft' : `"draft": "ID", without another command`;
}

function assertTaken(command: LineCommand, flag: ColumnFlagName, { name, value }: WrittenColumn): void {
  if (takesWord(command, flag)) return;
  throw new UsageError({
    code: 'column_not_taken',
    message: `${command} takes no ${name}`,
    why: `The line has ${name} ${shownValue(value)}.`,
    hint: genctl`${command} --help`,
  });
}

function alone(before: WrittenColumn | undefined, column: WrittenColumn): WrittenColumn {
  if (before !== undefined) throw twice(before.name, column.name);
  return column;
}

/** One word in two spellings: which of the two is meant can't be told. */
function assertTwo(
  one: { number: number | undefined; column: WrittenColumn },
  other: { number: number | undefined; column: WrittenColumn },
): void {
  const differ = one.number !== undefined && other.number !== undefined && one.number !== other.number;
  if (!differ) throw twice(one.column.name, other.column.name);
}

function twice(one: string, other: string): UsageError {
  return new UsageError({
    code: 'column_twice',
    message: `the line has both ${one} and ${other}`,
    why: 'Both set one field.',
    hint: `leave ${other} out`,
  });
}
