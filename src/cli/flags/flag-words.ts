import { type AnyFlag, type Flag, type FlagTable, longName } from '../flag.ts';

/** The words that set these flags on a command line: long names, and repeatable flags in their original order. */
export function flagWords(table: FlagTable, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(table)
    .flatMap(([name, flag]) => wordsOfFlag(flag, values[name]))
    .sort((one, other) => one.place - other.place)
    .flatMap(({ words }) => words);
}

interface PlacedWords {
  place: number;
  words: string[];
}

function wordsOfFlag(flag: AnyFlag, value: unknown): PlacedWords[] {
  const { kind, syntax } = flag;
  const long = longName(syntax);
  const alone = (word: string): PlacedWords[] => [{ place: -1, words: [word] }];
  switch (kind) {
    case 'switch':
      return value === true ? alone(long) : [];
    case 'off':
      return value === false ? alone(long) : [];
    case 'pair':
      return typeof value === 'boolean' ? alone(value ? long : long.replace('--', '--no-')) : [];
    case 'value':
      return value === undefined ? [] : [{ place: -1, words: [long, wordOf(flag, value)] }];
    case 'list':
      return ((value ?? []) as { value: unknown; place: number }[]).map((one) => ({
        place: one.place,
        words: [long, wordOf(flag, one.value)],
      }));
  }
}

/** The word that a flag reads as this value. */
function wordOf(flag: Flag<unknown>, value: unknown): string {
  return flag.write?.(value) ?? String(value);
}
