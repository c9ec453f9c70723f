/** The meaning of a column of a manifest. */
export type ColumnMeaning =
  /** A word of a request: its flag's name in the tables. `number` is that of `ref_image.1`. */
  | { kind: 'word'; flag: string; number: number | undefined }
  /** A field of the input, of `set.NAME`. */
  | { kind: 'field'; name: string }
  /** `free` is a word of the manifest's own, for `{column}`. */
  | { kind: 'id' | 'command' | 'draft' | 'free' };

/** A word of a request as a column: `name` is how it is written, such as `ref_image`. */
export interface WordColumn {
  flag: string;
  name: string;
  /** True if it takes several values, and so a number behind its name. */
  isList: boolean;
}

/** A column's name as it is compared with words of a request: `Ref-Image` is `ref_image`. */
export function columnName(name: string): string {
  return name.trim().toLowerCase().replaceAll('-', '_');
}

/** The column that stands for a long flag: `--ref-image` is `ref_image`. */
export function columnOfFlag(longName: string): string {
  return columnName(longName.replace(/^--/, ''));
}

/** How many names are remembered; a manifest has a few, unless each of its lines has other ones. */
const rememberedMost = 1000;

/**
 * Returns a function that says what a column stands for, which remembers what it said.
 *
 * @param idColumn the column that has the ids, whatever else its name stands for.
 */
export function columnReader(
  words: readonly WordColumn[],
  idColumn: string,
): (name: string) => ColumnMeaning {
  const ofIds = columnName(idColumn);
  const known = new Map(words.map((word) => [word.name, word]));
  const said = new Map<string, ColumnMeaning>();
  return (name) => {
    const before = said.get(name);
    if (before !== undefined) return before;
    const meaning: ColumnMeaning = columnName(name) === ofIds ? { kind: 'id' } : meaningOf(name, known);
    if (said.size < rememberedMost) said.set(name, meaning);
    return meaning;
  };
}

function meaningOf(written: string, known: ReadonlyMap<string, WordColumn>): ColumnMeaning {
  const field = /^set\.(.+)$/is.exec(written.trim())?.[1];
  if (field !== undefined) return { kind: 'field', name: field };
  const name = columnName(written);
  if (name === 'command' || name === 'draft') return { kind: name };
  const [, stem = '', digits] = /^(.*?)(?:\.([1-9]\d{0,3}))?$/s.exec(name) ?? [];
  const word = known.get(stem);
  if (word !== undefined && (digits === undefined || word.isList))
    return { kind: 'word', flag: word.flag, number: digits === undefined ? undefined : Number(digits) };
  return { kind: 'free' };
}
