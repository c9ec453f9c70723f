import type { Offer } from './offer.ts';
import type { CompletedCommand, CompletedFlag, CompletionTable, Taken } from './table.ts';

/** The end of a line, and the words that may come there. */
export interface LinePlace {
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
