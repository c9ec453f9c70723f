import type { LinePart } from '../../cli/typed-line.ts';
import { absentFlag } from '../../request/mends/other-meanings.ts';
import type { AbsentFlag } from '../../request/mends/other-words.ts';
import { locate } from './located.ts';

/** A line of which a part stays unknown: it could mean anything, a limit to what is spent as well, so no line is made without it. */
export interface UnmendedLine {
  said: readonly string[];
  /** The words of the command that is meant. */
  path: readonly string[];
  /** The name of the flag that is not known, without its value; undefined where it is a word behind `auth login`, likely a key. */
  unknown: string | undefined;
  /** The sentence that names a nearly alike flag, beside other slips of the line. */
  nearest?: string | undefined;
  /** Why nothing here stands for that flag, where that is known, and what there is instead. */
  absent?: AbsentFlag | undefined;
}

/** Facts of a line that no change of names mends; undefined where nothing keeps it from being read. */
export async function unmendedLine(
  argv: readonly string[],
  said: readonly string[],
): Promise<UnmendedLine | undefined> {
  const place = await locate(argv);
  if (place.kind !== 'found') return undefined;
  const { line, path } = place.located;
  const isWorded = line.some(({ kind, words }) => kind === 'word' || (kind === 'end' && words.length > 1));
  if (path.join(' ') === 'auth login' && isWorded) return { said, path, unknown: undefined };
  const { name } = line.find(isUnknown) ?? {};
  if (name === undefined) return undefined;
  const absent = absentFlag(name, path.join(' '));
  if (said.length === 0 && absent === undefined) return undefined;
  // Behind one dash, a value may stand in the same word.
  return { said, path, unknown: name.startsWith('--') ? name : name.slice(0, 2), absent };
}

/** Tells whether a part of a line is a flag that its command does not have. */
export function isUnknown({ declared, kind, name = '' }: LinePart): boolean {
  return kind === 'flag' && declared === undefined && !isHelp(name);
}

function isHelp(name: string): boolean {
  return /^(-h|--help|-V|--version)$/.test(name);
}
