import { UsageError } from '../../errors/endings.ts';
import { nameSlipped } from '../../rules/nearest-name.ts';
import { type AnyFlag, type FlagTable, isFlagNamed, longName } from './flag.ts';
import { globalFlags } from './global-flags.ts';

/**
 * The words of a line that name its command: neither flags nor the values of global flags. Flags of a command come after its
 * name.
 */
export function namedPath(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length && words.length < 2; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) words.push(word);
    else if (awaitsValue(word, {})) index += 1;
    // This is a flag of the command itself, and the next word may be its value.
    else if (words.length > 0 && !isGlobalFlag(word)) break;
  }
  return words;
}

function isGlobalFlag(word: string): boolean {
  return Object.values(globalFlags).some((flag) => isFlagNamed(flag, word));
}

/** How many words stand after the `--` of a line. */
export function literalWords(line: readonly string[], flags: FlagTable): number {
  const end = line.findIndex((word, place) => word === '--' && !awaitsValue(line[place - 1], flags));
  return end === -1 ? 0 : line.length - end - 1;
}

/**
 * The words of a line with `-p=VALUE` as `--prompt=VALUE`: the parser would take the `=` for a part of the value. Throws UsageError
 * for a flag whose value was forgotten, so that it would take the next flag for one.
 */
export function withValues(line: readonly string[], own: FlagTable): string[] {
  const flags = declaredFlags(own);
  const words: string[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const word = line[at] ?? '';
    if (word === '--') return [...words, ...line.slice(at)];
    words.push(withLongName(word, flags));
    const value = awaitsValue(word, own) ? line[at + 1] : undefined;
    if (value === undefined) continue;
    assertNoFlag(word, value, flags);
    words.push(value);
    at += 1;
  }
  return words;
}

/** `-p=VALUE` by the long name of a flag that takes one. */
function withLongName(word: string, flags: readonly AnyFlag[]): string {
  const flag =
    word[2] === '=' ? flags.find((one) => isValued(one) && isFlagNamed(one, word.slice(0, 2))) : undefined;
  return flag === undefined ? word : `${longName(flag.syntax)}${word.slice(2)}`;
}

function assertNoFlag(name: string, value: string, flags: readonly AnyFlag[]): void {
  const head = value.replace(/=.*/s, '');
  const flag = flagMeant(head, flags);
  if (flag === undefined) return;
  const short = flags.find((one) => isFlagNamed(one, `-${name.slice(-1)}`));
  const long = name.startsWith('--') || short === undefined ? name : longName(short.syntax);
  throw new UsageError({
    code: 'flag_as_value',
    message: `${name} would take ${head} as its value`,
    why: `${flag === head ? `${head} is a flag itself, and` : `${head} is nearly the flag ${flag}, which`} would have no effect then.`,
    hint: `a value behind ${name}; ${long}=${head}, where that is the value`,
  });
}

/** The flag that a word names, or nearly names: words with a space are none. */
function flagMeant(word: string, flags: readonly AnyFlag[]): string | undefined {
  const names = ['-h', '--help', '-V', '--version', '--', ...flags.flatMap(namesOf)];
  if (names.includes(word)) return word;
  return /^--[a-z]\S*$/i.test(word) ? nameSlipped(word, names) : undefined;
}

function namesOf({ kind, syntax }: AnyFlag): string[] {
  const names = syntax.split(/[ ,]+/).filter((part) => part.startsWith('-'));
  return kind === 'pair' ? [...names, longName(syntax).replace('--', '--no-')] : names;
}

function declaredFlags(own: FlagTable): AnyFlag[] {
  return [...Object.values(own), ...Object.values(globalFlags)];
}

function isValued({ kind }: AnyFlag): boolean {
  return kind === 'value' || kind === 'list';
}

/** Whether the next word of a line is the value of this one: a flag, or several short ones of which the last takes one. */
function awaitsValue(word: string | undefined, own: FlagTable): boolean {
  const valued = declaredFlags(own).filter(isValued);
  const takes = (name: string | undefined): boolean => valued.some((flag) => isFlagNamed(flag, name));
  if (word === undefined || !/^-[^-]./.test(word)) return takes(word);
  const letters = [...word.slice(1)];
  return letters.findIndex((letter) => takes(`-${letter}`)) === letters.length - 1;
}
