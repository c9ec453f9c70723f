import type { FlagTable } from '../../cli/flag.ts';
import {
  behindLongDash,
  declaredFlags,
  flagMeant,
  headOf,
  literalWords,
  longDash,
  longNames,
  namedPath,
  oddSpaces,
} from '../../cli/line-words.ts';
import { readTypedLine } from '../../cli/typed-line.ts';
import { commandTable } from '../../commands/index.ts';
import { UsageError } from '../../errors/endings.ts';
import { orElse } from '../../errors/hint.ts';
import { longSynonyms } from '../../request/mends/other-meanings.ts';
import { plainName } from '../../text/nearest-name.ts';

/**
 * Throws UsageError for a word that would be a flag if it were typed otherwise: behind a dash of another kind, which editors make of
 * two hyphens; behind one hyphen where its name takes two; behind a no-break space. genctl would send the word with the prompt,
 * or read it as the value of another flag, and the flag would have no effect.
 */
export async function assertPlainDashes(argv: readonly string[]): Promise<void> {
  const path = namedPath(argv.map((word) => plainFlag(word, {}) ?? word));
  const flags = await flagsOf(path);
  const literalFrom = argv.length - literalWords(argv, flags);
  const plain = argv.map((word, place) =>
    place < literalFrom ? (apart(word, flags) ?? [plainFlag(word, flags) ?? word]) : [word],
  );
  const at = plain.findIndex((words, place) => words.length > 1 || words[0] !== argv[place]);
  const typed = argv[at];
  if (typed === undefined) return;
  const { hint, ...slip } = slipOf(typed, plain[at] ?? []);
  throw new UsageError({ ...slip, hint: orElse({ run: plain.flat() }, hint) });
}

/** The error for a word, by the words that it should have been. */
function slipOf(
  typed: string,
  plain: readonly string[],
): Record<'code' | 'hint' | 'message' | 'why', string> {
  const literal = 'Words after -- are taken as they are.';
  const hint = 'a long flag begins with --, a short one with -';
  const [, joined] = plain;
  if (joined !== undefined) {
    const why = `They are one word, which is no flag. Editors make such spaces. ${literal}`;
    const message = `A no-break space joins ${headOf(joined)} to the word before it`;
    return { code: 'joined_flag', message, why, hint: `a space before ${headOf(joined)}` };
  }
  if (typed.startsWith('-')) {
    const why = `Behind one hyphen genctl reads short flags, and a value of the last. ${literal}`;
    const message = `${headOf(typed)} begins with one hyphen, not two`;
    return { code: 'one_hyphen', message, why, hint: `${headOf(plain[0] ?? '')}, with two hyphens` };
  }
  const dash = longDash.exec(typed)?.[0] ?? '';
  const point = dash.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return {
    code: 'long_dash',
    message: `${headOf(typed)} begins with no hyphen, so it is not a flag`,
    why: `It begins with ${dash} (U+${point}), which editors write for two hyphens. ${literal}`,
    hint,
  };
}

/** The flags of a line's command; none where it names no command. */
async function flagsOf([first = '', second = '']: readonly string[]): Promise<FlagTable> {
  const row = Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  const inner = row?.commands?.[second];
  return (await (inner ?? row)?.load?.())?.flags ?? {};
}

/** The words of which spaces other than a plain one made a single word, where one of them is a flag; undefined for any other word. */
function apart(word: string, flags: FlagTable): string[] | undefined {
  const [first = '', ...others] = word.split(oddSpaces);
  if (first === '' || others.length === 0) return undefined;
  const plain = others.map((one) => (isFlag(one, flags) ? one : plainFlag(one, flags)));
  return plain.some((one) => one !== undefined)
    ? [first, ...plain.map((one, place) => one ?? others[place] ?? '')]
    : undefined;
}

/** The flag that a word names, or nearly names, once its dashes are hyphens; undefined for any other word. */
function plainFlag(word: string, flags: FlagTable): string | undefined {
  const rest = behindLongDash(word);
  if (rest === undefined) return /^-[^-]/.test(word) ? sameFlag(word.slice(1), flags) : undefined;
  if (isFlag(`--${rest}`, flags)) return `--${rest}`;
  // The name of a long flag in other letters is that flag: `-Dry-Run` would be `-D` and a folder.
  const long = sameFlag(rest, flags);
  if (long !== undefined) return long;
  if (isFlag(`-${rest}`, flags)) return `-${rest}`;
  const head = `--${headOf(rest)}`;
  return longSynonyms.includes(head.toLowerCase()) ? `--${rest}` : nearFlag(`--${rest}`, flags);
}

/** Tells whether a word is a flag of the command, or several short ones together. */
function isFlag(word: string, flags: FlagTable): boolean {
  if (/^(-h|--help|-V|--version)$/.test(word)) return true;
  const [part] = readTypedLine([word], { flags, pathLength: 0 });
  return part?.declared !== undefined;
}

/** A word that is the name of a long flag but for its case and separators, with that flag. */
function sameFlag(rest: string, flags: FlagTable): string | undefined {
  const head = headOf(rest);
  if (head.length < 3) return undefined;
  const name = longNames(declaredFlags(flags)).find((one) => plainName(one) === plainName(head));
  return name === undefined ? undefined : name + rest.slice(head.length);
}

/** A word whose name is a long flag but for a slip, with that flag. */
function nearFlag(word: string, flags: FlagTable): string | undefined {
  const nearest = flagMeant(headOf(word), declaredFlags(flags));
  return nearest === undefined ? undefined : nearest + word.slice(headOf(word).length);
}
