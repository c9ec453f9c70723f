import { namesInBraces } from '../../../rules/batch/braces.ts';
import { columnName, columnOfFlag } from '../../../rules/batch/column-names.ts';
import { flagMeanings } from '../../mend/flag-synonyms.ts';
import type { SortedColumns } from './line-columns.ts';
import { type ColumnFlagName, isOfSeveral, type LineFlags, takesWord, wordColumns } from './line-commands.ts';
import { scalarText } from './read-column.ts';

/** A free column that was probably meant as something else. */
export interface DoubtfulColumn {
  column: string;
  /** What speaks for that. */
  but: string;
  /** Whether the prompt of its line has it in braces. */
  isUsed: boolean;
}

/** How many names are remembered; a manifest has a few, unless each of its lines has other ones. */
const rememberedMost = 1000;

/** Returns a function that finds the doubtful columns of a line. `flags` are those of the line. */
export function doubtReader(): (sorted: SortedColumns, flags: LineFlags) => DoubtfulColumn[] {
  const said = new Map<string, string | undefined>();
  return (sorted, flags) => {
    const meantBy = (name: string): string | undefined => {
      if (said.has(name)) return said.get(name);
      const meant = columnMeant(name, sorted, flags.model);
      if (said.size < rememberedMost) said.set(name, meant);
      return meant;
    };
    const doubtful = sorted.unknown.flatMap(({ name, near }) => {
      const but = doubtOf({ name, near, meant: meantBy(name) }, sorted);
      return but === undefined ? [] : [{ column: name.trim(), but }];
    });
    if (doubtful.length === 0) return [];
    const used = namesInBraces(flags.prompt ?? '');
    return doubtful.map((one) => ({ ...one, isUsed: used.has(one.column) }));
  };
}

/** What speaks against a free column; undefined where nothing does. */
function doubtOf(
  { meant, name, near }: { name: string; near: string | undefined; meant: string | undefined },
  sorted: SortedColumns,
): string | undefined {
  if (isOfSeveral(name)) return 'a line is one job, and another take a line of its own';
  const column = meant !== undefined && isLacking(meant, sorted) ? meant : near;
  return column === undefined ? undefined : `is it "${column}"?`;
}

/** Whether a line could have this column besides the others: a word that it says already was not meant once more. */
function isLacking(column: string, { command, fields, words }: SortedColumns): boolean {
  const word = wordColumns.find(({ name }) => name === column);
  if (word === undefined)
    return command !== 'finalize' && fields.every(({ name }) => `set.${name}` !== column);
  // The cast is safe: the columns were made of this table.
  const flag = word.flag as ColumnFlagName;
  return takesWord(command, flag) && words.every((one) => one.flag !== flag);
}

/** The column for what other programs call by this name; undefined where nothing is known of it. */
function columnMeant(
  name: string,
  { command, free }: SortedColumns,
  usedModel: string | undefined,
): string | undefined {
  const flag = (column: string): string => `--${columnName(column).replaceAll('_', '-')}`;
  const [meant] = flagMeanings(flag(name), true, command);
  const words = meant?.words(scalarText(free.get(name.trim())) ?? '', {
    model: usedModel,
    other: (other) => free.get(columnOfFlag(other)),
  });
  const [first, setting] = words ?? [];
  if (first === '--set') return `set.${setting?.split('=')[0]}`;
  const column = first === undefined ? undefined : columnOfFlag(first.replace('--no-', '--'));
  return wordColumns.find((word) => word.name === column)?.name;
}
