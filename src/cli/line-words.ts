import { UsageError } from '../errors/endings.ts';
import { nameSlipped } from '../text/nearest-name.ts';
import { type AnyFlag, type FlagTable, isFlagNamed, isValued, longName } from './flag.ts';
import { globalFlags } from './global-flags.ts';

const globals = Object.values(globalFlags);

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
    else if (awaitsValue(word, globals)) index += 1;
    // This is a flag of the command itself, and the next word may be its value.
    else if (words.length > 0 && !isGlobalFlag(word)) break;
  }
  return words;
}

function isGlobalFlag(word: string): boolean {
  return globals.some((flag) => isFlagNamed(flag, word));
}

/** The signs that an editor or a keyboard writes for a hyphen, as a Japanese one writes its long vowel. */
const dashes = String.raw`\p{Dash}\u02D7\u2500\u2501\u30FC\uFF70`;
export const longDash: RegExp = new RegExp(`[${dashes}]`, 'u');
const dashesAhead = new RegExp(`^[${dashes}]+`, 'u');
const eachDash = new RegExp(longDash, 'gu');

/**
 * The text behind the dashes of a word, where one of them is no hyphen; undefined for any other word. Its name has hyphens only
 * and none of the signs that show nothing. The words of a prompt may begin with a dash: `— a fox`.
 */
export function behindLongDash(word: string): string | undefined {
  if (word.startsWith('-')) return undefined;
  const bare = word.replaceAll(/\p{Cf}/gu, '').trim();
  const rest = bare.replace(dashesAhead, '');
  const name = headOf(rest);
  if (rest === bare || name === '' || /\s/.test(name)) return undefined;
  return name.replaceAll(eachDash, '-') + rest.slice(name.length);
}

/** Spaces other than those that a keyboard makes: an editor makes a no-break space of one. */
export const oddSpaces: RegExp = /[^\S \t\r\n]+/u;

/** Tells whether a word may be a flag that was typed otherwise: behind another dash, one hyphen, or a no-break space. */
export function isDoubtfulWord(word: string): boolean {
  return behindLongDash(word) !== undefined || /^-[^-]../.test(word) || oddSpaces.test(word);
}

/** A word without the value behind its `=`, which may be a secret. */
export function headOf(word: string): string {
  return word.replace(/=.*/s, '');
}

/** How many words stand after the `--` of a line. */
export function literalWords(line: readonly string[], own: FlagTable): number {
  const flags = declaredFlags(own);
  const end = line.findIndex((word, place) => word === '--' && !awaitsValue(line[place - 1], flags));
  return end === -1 ? 0 : line.length - end - 1;
}

/**
 * The words of a line with `-p=VALUE` as `--prompt=VALUE`: the parser would take the `=` for a part of the value. A flag that may be
 * alone has its empty value. Throws UsageError for a flag whose value was forgotten, so that it would take the next flag for one.
 */
export function withValues(line: readonly string[], own: FlagTable): string[] {
  const flags = declaredFlags(own);
  const words: string[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const word = line[at] ?? '';
    if (word === '--') return [...words, ...line.slice(at)];
    if (flags.some((flag) => isFlagNamed(flag, word) && isAlone(flag, line[at + 1]))) {
      words.push(`${word}=`);
      continue;
    }
    words.push(withLongName(word, flags));
    assertNoValue(word, line.slice(at + 1), flags);
    const value = awaitsValue(word, flags) ? line[at + 1] : undefined;
    if (value === undefined) continue;
    assertNoFlag(word, value, flags);
    words.push(value);
    at += 1;
  }
  return words;
}

/** Tells whether a flag has no value before the next word of a line. */
export function isAlone({ mayBeAlone }: AnyFlag, next: string | undefined): boolean {
  return mayBeAlone === true && next?.startsWith('-') !== false;
}

/** `-p=VALUE` by the long name of a flag that takes one. */
function withLongName(word: string, flags: readonly AnyFlag[]): string {
  const flag =
    word[2] === '=' ? flags.find((one) => isValued(one) && isFlagNamed(one, word.slice(0, 2))) : undefined;
  return flag === undefined ? word : `${longName(flag.syntax)}${word.slice(2)}`;
}

function assertNoFlag(name: string, value: string, flags: readonly AnyFlag[]): void {
  const head = headOf(value);
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

/**
 * Throws UsageError for `--audio false` at the end of the words of a line: genctl would make the sound, and send the word with the
 * prompt.
 */
function assertNoValue(name: string, [value = '', next]: readonly string[], flags: readonly AnyFlag[]): void {
  if (!/^(true|false)$/i.test(value) || (next !== undefined && !next.startsWith('-'))) return;
  const flag = flags.find((one) => !isValued(one) && namesOf(one).includes(name));
  if (flag === undefined) return;
  throw new UsageError({
    code: 'switch_with_value',
    message: `${name} takes no value, and ${value} would be a word of its own`,
    why: 'Words after -- are taken as they are.',
    hint: flag.kind === 'pair' ? namesOf(flag).join(', or ') : `${name} alone, or no ${name}`,
  });
}

/** The flag that a word names, or nearly names: words with a space are none. */
export function flagMeant(word: string, flags: readonly AnyFlag[]): string | undefined {
  const names = ['-h', '--help', '-V', '--version', '--', ...flags.flatMap(namesOf)];
  if (names.includes(word)) return word;
  return /^--[a-z]\S*$/i.test(word) ? nameSlipped(word, names) : undefined;
}

/** The long names of flags. */
export function longNames(flags: readonly AnyFlag[]): string[] {
  return ['--help', '--version', ...flags.flatMap(namesOf).filter((name) => name.startsWith('--'))];
}

function namesOf({ kind, syntax }: AnyFlag): string[] {
  const names = syntax.split(/[ ,]+/).filter((part) => part.startsWith('-'));
  return kind === 'pair' ? [...names, longName(syntax).replace('--', '--no-')] : names;
}

export function declaredFlags(own: FlagTable): AnyFlag[] {
  return [...Object.values(own), ...globals];
}

/** Tells whether the next word is the value of this one: a flag, or several short ones of which the last takes one. */
function awaitsValue(word: string | undefined, flags: readonly AnyFlag[]): boolean {
  const takes = (name: string | undefined): boolean =>
    flags.some((flag) => isValued(flag) && isFlagNamed(flag, name));
  if (word === undefined || !/^-[^-]./.test(word)) return takes(word);
  const letters = [...word.slice(1)];
  return letters.findIndex((letter) => takes(`-${letter}`)) === letters.length - 1;
}
