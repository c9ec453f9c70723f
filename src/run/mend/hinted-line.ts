import { isValued } from '../../cli/flag.ts';
import {
  type LocatedLine,
  lineWords,
  readTypedLine,
  type TypedLine,
  withCommand,
  withFlag,
} from '../../cli/typed-line.ts';
import { commandTable } from '../../commands/index.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { hasGap } from '../../text/gaps.ts';
import { redact } from '../../text/redaction.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { carriedHint, carriedLine } from './carried-account.ts';
import { locate } from './located.ts';

/** The line that a hint tells to type. */
export interface HintedLine {
  argv: readonly string[];
  /** Whether a word of it is still to be filled in. */
  hasGap: boolean;
  /** Whether it is to take the place of the hint, which tells only a part of it. */
  isHint: boolean;
}

/**
 * The line that the first line of a hint stands for. `genctl …` is a whole one, `--flag value` the typed line with that flag,
 * and `…` behind a command what was typed for it. Of several ways it is the first, and the hint stays as it is. Undefined for a
 * hint in words, and for ways that need one another.
 */
export async function hintedLine(
  { exit, hint }: CliError,
  argv: readonly string[],
): Promise<HintedLine | undefined> {
  const [told = ''] = hint?.split('\n') ?? [];
  const [way = ''] = told.split(/, or |; /);
  const line = await lineOfWay(way, exit, argv);
  if (way === told || line === undefined) return line;
  // Of a request a line has all that was typed, or it is none.
  return line.isHint || !sends(line.argv) ? { ...line, isHint: false } : undefined;
}

/** A hint of several commands that need one another, each that stands for the typed line as that line. */
export async function wholeHint(
  { exit, hint }: CliError,
  argv: readonly string[],
): Promise<string | undefined> {
  const [told = '', ...others] = hint?.split('\n') ?? [];
  if (exit !== 'usage' || !/genctl [a-z]+ … /.test(told)) return hint;
  const place = await locate(argv);
  if (place.kind !== 'found' || argv.some((word) => redact(word) !== word)) return hint;
  const { located } = place;
  const first = told
    .split(/\bgenctl ([a-z]+ … [^,;]*)/)
    .map((words, place) => {
      if (place % 2 === 0) return carriedHint(words, argv);
      const line = ofCommand(shellWords(words) ?? [], located);
      return line === undefined ? `genctl ${words}` : shellLine(['genctl', ...line.argv]);
    })
    .join('');
  return first.length > charactersMost ? hint : [first, ...others].join('\n');
}

/** With more than that, a hint of several commands is not read at one look. */
const charactersMost = 1_000;

async function lineOfWay(
  way: string,
  exit: ExitName,
  argv: readonly string[],
): Promise<HintedLine | undefined> {
  const words = shellWords(way);
  if (words === undefined || words.some(isProse)) return undefined;
  const [first] = words;
  if (first === 'genctl' && !words.includes('…')) return whole(carriedLine(words.slice(1), argv));
  if (exit !== 'usage') return undefined;
  const place = await locate(argv);
  if (place.kind !== 'found') return undefined;
  if (first === 'genctl') return ofCommand(words.slice(1), place.located);
  if (first?.startsWith('--') !== true) return undefined;
  const line = withFlags(place.located.line, words, place.located);
  return line === undefined ? undefined : { argv: lineWords(line), hasGap: words.some(hasGap), isHint: true };
}

/** Whether a line makes a request of its own words. */
function sends([command]: readonly string[]): boolean {
  return ['submit', 'draft', 'refs'].includes(command ?? '');
}

function whole(argv: readonly string[]): HintedLine | undefined {
  return { argv, hasGap: argv.some(hasGap), isHint: false };
}

/** `genctl submit … --wait`: the typed line, for that command and with that flag. */
function ofCommand(words: readonly string[], located: LocatedLine): HintedLine | undefined {
  const at = words.indexOf('…');
  const command = words.slice(0, at);
  if (command.length === 0 || !command.every((word) => /^[a-z]+$/.test(word))) return undefined;
  if (!Object.hasOwn(commandTable, command[0] ?? '')) return undefined;
  const flags = words.slice(at).filter((word) => word !== '…');
  const line = withFlags(withCommand(located.line, command), flags, located);
  return line === undefined ? undefined : { argv: lineWords(line), hasGap: flags.some(hasGap), isHint: true };
}

/** The line with flags, each with its value; undefined where other words stand between them. */
function withFlags(line: TypedLine, words: readonly string[], { flags }: LocatedLine): TypedLine | undefined {
  const parts = readTypedLine(words, { flags, pathLength: 0 }, () => true);
  if (parts.some(({ kind, name }) => kind !== 'flag' || name === undefined)) return undefined;
  return parts.reduce((changed, { declared, name = '', value }) => {
    // What was typed behind a flag of the line stays.
    const isThere = value === undefined && line.some((part) => part.name === name);
    if (isThere && declared !== undefined && isValued(declared)) return changed;
    return withFlag(changed, name, value);
  }, line);
}

/** A word that ends a clause, or that joins two of them: the hint is no line alone. */
function isProse(word: string): boolean {
  return /[,;:]$/.test(word) || /^(or|and|then|to|instead)$/.test(word);
}

/**
 * The words of a command line as a POSIX shell reads them: plain words, quotes of both kinds, and `$'…'` as `shellQuote`
 * writes it. Undefined for a line that only a shell can read: with a pipe, a variable or an open quote.
 */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = [];
  const pattern = /\s+|((?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"[^"$`\\]*"|\\.|[^\s'"\\|&;<>()$`])+)/gy;
  let at = 0;
  while (at < line.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match === null) return undefined;
    at = pattern.lastIndex;
    if (match[1] !== undefined) words.push(unquoted(match[1]));
  }
  return words;
}

function unquoted(word: string): string {
  const pieces = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"([^"]*)"|\\(.)/g;
  return word.replace(pieces, (_, coded?: string, single?: string, double?: string, escaped?: string) =>
    coded === undefined ? [single, double, escaped].join('') : decoded(coded),
  );
}

/** What stands in `$'…'`: characters that can't be shown are there byte by byte, in octal. */
function decoded(text: string): string {
  return text.replace(/((?:\\[0-7]{3})+)|\\(.)/g, (_, octal?: string, escaped?: string) => {
    if (octal === undefined) return escaped === 'n' ? '\n' : String(escaped);
    const bytes = octal
      .slice(1)
      .split('\\')
      .map((byte) => Number.parseInt(byte, 8));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}
