import { UsageError } from '../../errors/endings.ts';
import { commandTable } from '../index.ts';
import { readTypedLine } from '../mend/typed-line.ts';
import type { FlagTable } from './flag.ts';
import { behindLongDash, declaredFlags, flagMeant, headOf, literalWords, namedPath } from './line-words.ts';

/**
 * Throws UsageError for a word that begins with a dash of another kind and names a flag with `-` or `--` in its place. Editors
 * make such dashes of two hyphens. genctl would send the word with the prompt, and the flag would have no effect.
 */
export async function assertPlainDashes(argv: readonly string[]): Promise<void> {
  const path = namedPath(argv.map((word) => plainFlag(word, {}) ?? word));
  const flags = await flagsOf(path);
  const literalFrom = argv.length - literalWords(argv, flags);
  const plain = argv.map((word, place) => (place < literalFrom ? (plainFlag(word, flags) ?? word) : word));
  const at = plain.findIndex((word, place) => word !== argv[place]);
  const typed = argv[at];
  if (typed === undefined) return;
  const dash = /\p{Dash}/u.exec(typed)?.[0] ?? '';
  const point = dash.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  throw new UsageError({
    code: 'long_dash',
    message: `${headOf(typed)} begins with no hyphen, so it is not a flag`,
    why: `It begins with ${dash} (U+${point}), which editors write for two hyphens. Words after -- are taken as they are.`,
    hint: 'a long flag begins with --, a short one with -',
    fix: { argv: ['genctl', ...plain] },
  });
}

/** The flags of a line's command; none where it names no command. */
async function flagsOf([first = '', second = '']: readonly string[]): Promise<FlagTable> {
  const row = Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  const inner = row?.commands?.[second];
  return (await (inner ?? row)?.load?.())?.flags ?? {};
}

/** The flag that a word names, or nearly names, once its dashes are hyphens; undefined for any other word. */
function plainFlag(word: string, flags: FlagTable): string | undefined {
  const rest = behindLongDash(word);
  if (rest === undefined) return undefined;
  return [`--${rest}`, `-${rest}`].find((one) => isFlag(one, flags)) ?? nearFlag(`--${rest}`, flags);
}

/** Whether a word is a flag of the command, or several short ones together. */
function isFlag(word: string, flags: FlagTable): boolean {
  if (/^(-h|--help|-V|--version)$/.test(word)) return true;
  const [part] = readTypedLine([word], { flags, pathLength: 0 });
  return part?.declared !== undefined;
}

/** A word whose name is a long flag but for a slip, with that flag. */
function nearFlag(word: string, flags: FlagTable): string | undefined {
  const nearest = flagMeant(headOf(word), declaredFlags(flags));
  return nearest === undefined ? undefined : nearest + word.slice(headOf(word).length);
}
