import { shellLine } from '../../ui/render/shell-quote.ts';
import { type AbsentFlag, absentFlag } from './absent-flags.ts';
import { partsOf } from './line-step.ts';
import { locate } from './located.ts';
import { type LinePart, lineWords, type TypedLine, withPart } from './typed-line.ts';

/** A line of which a part stays unknown: it could mean anything, a limit to what is spent as well, so no line is made without it. */
export interface UnmendedLine {
  said: readonly string[];
  /** The words of the command that is meant. */
  path: readonly string[];
  /** The name of the flag that is not known, without its value; undefined where it is a word behind `auth login`, likely a key. */
  unknown: string | undefined;
  /** Why nothing here stands for that flag, where that is known, and what there is instead. */
  absent?: AbsentHere | undefined;
}

interface AbsentHere {
  why: string;
  hint?: string | undefined;
  /** The line that serves without the flag, and what is to read its document. */
  served?: { argv: readonly string[]; reader: string | undefined } | undefined;
}

/** What is told of a line that no change of names mends; undefined where nothing keeps it from being read. */
export async function unmendedLine(
  argv: readonly string[],
  said: readonly string[],
): Promise<UnmendedLine | undefined> {
  const place = await locate(argv);
  if (place.kind !== 'found') return undefined;
  const { line, path } = place.located;
  const isWorded = line.some(({ kind, words }) => kind === 'word' || (kind === 'end' && words.length > 1));
  if (path.join(' ') === 'auth login' && isWorded) return { said, path, unknown: undefined };
  const part = line.find(isUnknown);
  const { name } = part ?? {};
  if (part === undefined || name === undefined) return undefined;
  const absent = absentFlag(name, path.join(' '));
  if (said.length === 0 && absent === undefined) return undefined;
  // Behind one dash, a value may stand in the same word.
  return {
    said,
    path,
    unknown: name.startsWith('--') ? name : name.slice(0, 2),
    absent: absentHere(line, part, absent),
  };
}

function absentHere(line: TypedLine, part: LinePart, absent: AbsentFlag | undefined): AbsentHere | undefined {
  if (absent?.instead === undefined) return absent;
  const isThere = line.some(({ name }) => name !== undefined && absent.instead?.includes(name));
  const argv = lineWords(withPart(line, part, isThere ? [] : partsOf(absent.instead)));
  const reader = absent.isOfJq === true ? shellLine(['jq', part.value ?? '.']) : undefined;
  return { why: absent.why, served: { argv, reader } };
}

/** Whether a part of a line is a flag that its command does not have. */
export function isUnknown({ declared, kind, name = '' }: LinePart): boolean {
  return kind === 'flag' && declared === undefined && !isHelp(name);
}

function isHelp(name: string): boolean {
  return /^(-h|--help|-V|--version)$/.test(name);
}
