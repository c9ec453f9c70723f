import { join } from 'node:path';
import type { Completes } from '../../cli/completes.ts';
import { programFile } from '../../files/program-file.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { safeLine } from '../../text/safe-text.ts';

/** Facts of the commands, for completing a word. The build writes it beside the program, so that no command is loaded. */
export interface CompletionTable {
  /** Every flag once, however many commands have it. */
  flags: readonly CompletedFlag[];
  /** By their words, as `jobs prune`; genctl itself has none. */
  commands: Readonly<Record<string, CompletedCommand>>;
}

export interface CompletedFlag {
  /** Each way to write it, as `-m` and `--model`. */
  names: readonly string[];
  says: string;
  /** Undefined where it takes no value. */
  takes?: Taken;
  /** True if a line may have it several times. */
  many: boolean;
}

export interface CompletedCommand {
  says: string;
  /** The names of its subcommands. */
  below: readonly string[];
  /** Their places among the flags of the table, those that every line takes among them. */
  flags: readonly number[];
  positions: readonly Taken[];
  /** True if the last of these repeats. */
  many: boolean;
}

/** The words themselves, or what is looked up; nothing can be offered for `any`. */
export type Taken = readonly string[] | Exclude<Completes, 'command'> | 'any';

/** The file that the build writes beside the program. */
export const tableFile = 'completion.json';

/** @throws an error of the system where the program is not built. */
export function readTable(): CompletionTable {
  return readJson(programFile(join(import.meta.dirname, tableFile)).toString()) as CompletionTable;
}

/** The end of a line, and the words that may come there. */
interface LinePlace {
  /** The words before the typed one, without genctl. */
  line: readonly string[];
  /** The words of the command, as `jobs prune`. */
  command: string;
  /** Flags and commands that fit here. */
  offers: readonly Offer[];
  /** The source of a value here. */
  taken: Taken;
  /** The typed word, in two parts: the flag that a value is joined to, as `--model=` or `-m`, and the rest. */
  joined: string;
  typed: string;
}

/** Reads a line up to the cursor as the program would. */
export function linePlace(text: string, table: CompletionTable): LinePlace {
  const [, ...words] = typedWords(text);
  const typed = words.pop() ?? '';
  const before = readBefore(words, table);
  const { count, isEnded, path } = before;
  const command = path.join(' ');
  const place = { line: words, command, offers: [], taken: 'any', joined: '', typed } as const;
  const own = table.commands[command];
  if (own === undefined) return place;
  const flags = flagsOf(own, table);
  if (before.awaits !== undefined) return { ...place, taken: before.awaits };
  if (!isEnded && typed.startsWith('-')) {
    const value = flagValueIn(typed, flags);
    if (value?.joined !== undefined) return { ...place, ...value, typed: typed.slice(value.joined.length) };
    return { ...place, offers: flagOffers(flags, place) };
  }
  const { below, many, positions } = own;
  const position = many ? Math.min(count, positions.length - 1) : count;
  const offers = count > 0 ? [] : below.map((name) => commandOffer([...path, name], table));
  const taken = positions[position];
  const isFull = taken === undefined && offers.length === 0;
  return { ...place, offers: isFull && !isEnded ? flagOffers(flags, place) : offers, taken: taken ?? 'any' };
}

/** The meaning of the words before the typed one: the command, how many words follow it, and the kind of value that they await. */
function readBefore(words: readonly string[], table: CompletionTable) {
  const path: string[] = [];
  let awaits: Taken | undefined;
  let [count, isEnded] = [0, false];
  for (const word of words) {
    const own = table.commands[path.join(' ')];
    if (awaits !== undefined) awaits = undefined;
    else if (!isEnded && word === '--') isEnded = true;
    else if (!isEnded && /^-./.test(word)) {
      const value = flagValueIn(word, own === undefined ? [] : flagsOf(own, table));
      if (value?.joined === undefined) awaits = value?.taken;
    } else if (count === 0 && own?.below.includes(word)) path.push(word);
    else count += 1;
  }
  return { path, awaits, count, isEnded };
}

interface FlagOfWord {
  taken: Taken;
  /** The part of the word before the value; undefined where the value is the next word. */
  joined?: string;
}

/** The value that the last flag of a word takes; undefined where that takes nothing, or is none of these. */
function flagValueIn(word: string, flags: readonly CompletedFlag[]): FlagOfWord | undefined {
  const taken = (name: string) => flags.find(({ names }) => names.includes(name))?.takes;
  if (word.startsWith('--')) {
    const [name = '', value] = word.split('=', 2);
    const own = taken(name);
    if (own === undefined) return undefined;
    return value === undefined ? { taken: own } : { taken: own, joined: `${name}=` };
  }
  for (let place = 1; place < word.length; place += 1) {
    const own = taken(`-${word[place]}`);
    if (own === undefined) continue;
    return place + 1 === word.length ? { taken: own } : { taken: own, joined: word.slice(0, place + 1) };
  }
  return undefined;
}

function flagsOf({ flags }: CompletedCommand, table: CompletionTable): CompletedFlag[] {
  return flags.flatMap((place) => table.flags[place] ?? []);
}

/** The flags that a line may have yet; `--r-l` is the beginning of `--return-last-frame`. */
function flagOffers(
  flags: readonly CompletedFlag[],
  { line, typed }: Pick<LinePlace, 'line' | 'typed'>,
): Offer[] {
  const beginning = new RegExp(`^${typed.replaceAll(/[^\w-]/g, '\\$&').replaceAll(/\b-/g, '[^-]*-')}`);
  const given = line.map((word) => word.replace(/=.*/s, ''));
  return flags
    .filter(({ many, names }) => many || !names.some((name) => given.includes(name)))
    .flatMap(({ names, says }) => names.map((word) => ({ word, says })))
    .filter(({ word }) => beginning.test(word));
}

function commandOffer(path: readonly string[], { commands }: CompletionTable): Offer {
  return { word: path.at(-1) ?? '', says: commands[path.join(' ')]?.says ?? '' };
}

/** The words of a line as shells part them, the last one up to the cursor; empty where that is behind a blank. */
function typedWords(text: string): string[] {
  const found = [...text.matchAll(/(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.?|[^\s"'\\])+/gs)];
  const last = found.at(-1);
  const words = found.map(([word]) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"?|'([^']*)'?|\\(.?)/gs, (_, inDouble, inSingle, escaped) =>
      inDouble === undefined ? (inSingle ?? escaped) : inDouble.replaceAll(/\\(.)/gs, '$1'),
    ),
  );
  return last !== undefined && last.index + last[0].length < text.length ? [...words, ''] : words;
}

/** A word that can be typed next, and its description. */
export interface Offer {
  word: string;
  says: string;
}

/**
 * Matches words that no shell has to quote. Other words of the service are left out: each of the four shells would quote them
 * in its own way, and `@last` or the beginning of an id names the job as well.
 */
const harmless = /^[A-Za-z0-9@][A-Za-z0-9@%+:,./_=-]*$/;

/** Longest description. Unit: characters. */
const longestSays = 72;

/** The offers that begin with the typed word, each with a short description. */
export function fitting(offers: readonly Offer[], typed: string): Offer[] {
  return offers
    .filter(({ word }) => word.startsWith(typed) && word.length <= 200 && harmless.test(word))
    .map(({ says, word }) => ({ word, says: shortLine(says) }));
}

/** Puts a text on one line, without characters that control a terminal. */
function shortLine(text: string): string {
  const characters = [
    ...safeLine(text.slice(0, 4 * longestSays))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return characters.length <= longestSays
    ? characters.join('')
    : `${characters.slice(0, longestSays - 1).join('')}…`;
}
