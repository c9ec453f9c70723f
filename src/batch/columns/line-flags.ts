import { isAbsolute, join } from 'node:path';
import type { Cast } from '../../account/settings/setting-table.ts';
import { type FlagTable, longName, type Placed } from '../../cli/flag.ts';
import { readPrompt } from '../../cli/texts/prompt-text.ts';
import { type FileReader, readJsonObject, readSetting } from '../../cli/texts/text-source.ts';
import { assertInCast, memberNamed } from '../../request/references/cast.ts';
import { isMediaFlag } from '../../request/request-flags.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { parentWord } from '../rules/parents.ts';
import {
  type ColumnFlagName,
  type ColumnFlags,
  columnFlags,
  type LineCommand,
  type LineFlagName,
  type LineFlags,
  lineFlags,
  takesWord,
} from './line-words.ts';
import {
  columnFault,
  type ReadPart,
  readColumn,
  readFieldColumn,
  readListColumn,
  type WrittenColumn,
} from './read-column.ts';

/** The columns of one line that fill one flag, in the order of their numbers. */
export interface FlagColumns {
  flag: ColumnFlagName;
  columns: WrittenColumn[];
}

/** Reads the flags that hold for every line. Their texts are read now, and are literal from here on. Throws UsageError. */
export function lineDefaults(flags: LineFlags, read: FileReader): LineFlags {
  const prompt = readPrompt('batch', flags.prompt, { arguments: [], readable: 0 }, read);
  const json = (flag: string, text: string | undefined): string | undefined =>
    text === undefined ? undefined : JSON.stringify(readJsonObject(flag, text, read));
  for (const { value } of flags.set) readSetting(value);
  return {
    ...flags,
    prompt,
    input: json('--input', flags.input),
    body: json('--body', flags.body),
  };
}

/**
 * The flags that hold for every line, with no word for another line in them, which only a line itself can name. What begins so is a
 * name of the cast, or a path. Throws UsageError for a name that the cast does not have.
 */
export function withoutLineWords(flags: LineFlags, cast: Cast): LineFlags {
  const values: Record<string, unknown> = { ...flags };
  for (const [name, given] of Object.entries(flags)) {
    if (!isMediaFlag(name) || !Array.isArray(given)) continue;
    values[name] = given.map(({ value, place }: Placed<string>) => {
      const isPath = parentWord(value) !== undefined && memberNamed(value) === undefined;
      assertInCast(longName(lineFlags[name as LineFlagName].syntax), value, cast);
      return { value: isPath ? `./${value}` : value, place };
    });
  }
  // The cast is safe: each value is of its own kind still.
  return values as LineFlags;
}

/** The defaults of those flags that a command takes; the others are unset. */
export function defaultsFor(command: LineCommand, defaults: LineFlags): LineFlags {
  const values = Object.entries(lineFlags as FlagTable).map(([name, { kind }]) => {
    const flag = name as LineFlagName;
    if (takesWord(command, flag)) return [name, defaults[flag]];
    return [name, kind === 'list' ? [] : kind === 'switch' ? false : undefined];
  });
  // The cast is safe: these are the names of the table, with a value of each one's kind.
  return Object.fromEntries(values) as LineFlags;
}

/** The flags of a line: a word of its own replaces the default. Its tags are its own alone. Throws UsageError. */
export function lineFlagsOf(
  defaults: LineFlags,
  given: readonly FlagColumns[],
  { folder, readPart, textCells }: { folder: string; readPart: ReadPart; textCells: boolean },
): ColumnFlags {
  const values: Record<string, unknown> = { ...defaults, tag: [] };
  let place = 0;
  const readFlag = ({ flag, columns }: FlagColumns): unknown => {
    const declared = columnFlags[flag];
    const [column] = columns;
    if (declared.kind !== 'list') {
      if (column === undefined) return values[flag];
      return jsonFlags.has(flag) ? jsonText(column) : readColumn(declared, column);
    }
    const readOne = flag === 'set' ? readFieldColumn : (one: WrittenColumn) => readColumn(declared, one);
    return columns.flatMap((one) =>
      readListColumn(one, textCells, readOne).map(
        (value): Placed<unknown> => ({
          value: isMediaFlag(flag) ? inFolder(folder, String(value)) : value,
          place: place++,
        }),
      ),
    );
  };
  for (const one of given) values[one.flag] = readPart(() => readFlag(one), values[one.flag]);
  // The cast is safe: each value was read by the flag of its name.
  return values as ColumnFlags;
}

/** A path of a reference is relative to the folder of its manifest; a link is not, and neither is the word for another line. */
function inFolder(folder: string, word: string): string {
  if (parentWord(word) !== undefined) return word;
  return !isLocal(word) || isAbsolute(word) || /^file:/i.test(word) ? word : join(folder, word);
}

/** The flags whose value is a JSON object. */
const jsonFlags: ReadonlySet<string> = new Set(['input', 'body'] satisfies LineFlagName[]);

/** An object as the text that its flag reads. A text is an object's in JSON: no file is read for a line. */
function jsonText({ name, value }: WrittenColumn): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return JSON.stringify(value);
  if (typeof value === 'string' && value.trimStart().startsWith('{')) return value;
  throw columnFault(name, value, 'It takes a JSON object.', `"${name}": {"…": …}`);
}
