import { type AnyFlag, type FlagTable, isFlagNamed, isValued, longName } from './flag.ts';
import { globalFlags } from './global-flags.ts';
import { isAlone } from './line-words.ts';

/** A part of a line: a word, or a flag with its value. */
export interface LinePart {
  kind: 'command' | 'flag' | 'word' | 'end';
  /** As typed. */
  words: readonly string[];
  /** The long name of a flag, `--no-audio` apart from `--audio`; as typed where no flag is declared by it. */
  name?: string;
  value?: string | undefined;
  /** The declaration of a flag; undefined where the command has none of that name. */
  declared?: AnyFlag | undefined;
}

/** The command that a line is read by: its words, and the flags that it declares. */
export interface TypedCommand {
  path: readonly string[];
  flags: FlagTable;
}

/** A line whose command is there. */
export interface LocatedLine extends TypedCommand {
  line: TypedLine;
}

/** A command line in its parts, so that one of them can be changed and the others stay as they were typed. */
export type TypedLine = readonly LinePart[];

/**
 * Reads a line. It never fails: what the command does not declare is a flag without `declared`.
 *
 * @param pathLength how many of its words name the command.
 * @param takesValue whether the word after a flag that is not declared is its value.
 */
export function readTypedLine(
  argv: readonly string[],
  { flags, pathLength }: { flags: FlagTable; pathLength: number },
  takesValue: (name: string) => boolean = () => false,
): TypedLine {
  const declared: AnyFlag[] = [...Object.values(flags), ...Object.values(globalFlags)];
  const parts: LinePart[] = [];
  let commandsLeft = pathLength;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    const next = argv[at + 1];
    if (word === '--') return [...parts, { kind: 'end', words: argv.slice(at) }];
    if (word === '-' || !word.startsWith('-')) {
      parts.push({ kind: commandsLeft > 0 ? 'command' : 'word', words: [word] });
      commandsLeft -= 1;
      continue;
    }
    const part = flagPart(word, next, { declared, takesValue });
    parts.push(part);
    at += part.words.length - 1;
  }
  return parts;
}

function flagPart(
  word: string,
  next: string | undefined,
  { declared, takesValue }: { declared: readonly AnyFlag[]; takesValue: (name: string) => boolean },
): LinePart {
  const [, typed = word, joined] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const flag = declared.find((one) => isNamed(one, typed));
  const name = flag === undefined ? typed : nameOf(flag, typed);
  const known = { kind: 'flag', declared: flag, name } as const;
  if (joined !== undefined) return { ...known, words: [word], value: joined };
  if (flag !== undefined && (!isValued(flag) || isAlone(flag, next))) return { ...known, words: [word] };
  if (flag === undefined && /^-[^-]./.test(word)) return clusterPart(word, { declared, takesValue });
  const hasValue =
    flag === undefined ? takesValue(typed) && next?.startsWith('-') === false : next !== undefined;
  return hasValue && next !== undefined
    ? { ...known, words: [word, next], value: next }
    : { ...known, words: [word] };
}

/** `-mMODEL`, a number behind a letter of another program, or several switches in one word, of which none may be unknown. */
function clusterPart(
  word: string,
  { declared, takesValue }: { declared: readonly AnyFlag[]; takesValue: (name: string) => boolean },
): LinePart {
  const [letter, rest] = [word.slice(0, 2), word.slice(2)];
  const flag = declared.find((one) => isFlagNamed(one, letter));
  if (flag === undefined && /^\d{1,6}$/.test(rest) && takesValue(letter))
    return { kind: 'flag', words: [word], name: letter, value: rest };
  const unknown = unknownInCluster(word, declared);
  if (unknown !== undefined) return { kind: 'flag', words: [word], name: unknown, declared: undefined };
  const name = flag === undefined ? word : longName(flag.syntax);
  const isOfValue = flag !== undefined && isValued(flag);
  return {
    kind: 'flag',
    words: [word],
    name,
    declared: flag,
    ...(isOfValue ? { value: rest.replace(/^=/, '') } : {}),
  };
}

/** The rest of a word behind its known switches, from the first letter that is no flag; undefined where each of them is one. */
function unknownInCluster(word: string, declared: readonly AnyFlag[]): string | undefined {
  for (let at = 1; at < word.length; at += 1) {
    const flag = declared.find((one) => isFlagNamed(one, `-${word[at]}`));
    if (flag === undefined) return `-${word.slice(at)}`;
    // A flag that takes a value has the rest of the word as its value.
    if (isValued(flag)) return undefined;
  }
  return undefined;
}

function isNamed(flag: AnyFlag, word: string): boolean {
  return (
    isFlagNamed(flag, word) || (flag.kind === 'pair' && word === longName(flag.syntax).replace('--', '--no-'))
  );
}

function nameOf(flag: AnyFlag, typed: string): string {
  return flag.kind === 'pair' ? typed : longName(flag.syntax);
}

/** The words of a line, as they are typed behind the program's name. */
export function lineWords(line: TypedLine): string[] {
  return line.flatMap(({ words }) => words);
}

/** The value that was typed last for a flag; undefined where none was. */
export function typedValueOf(line: TypedLine, name: string): string | undefined {
  return line.findLast((part) => part.name === name)?.value;
}

/** Both names of a pair such as `--audio` and `--no-audio`, of which the last that is typed holds. */
function pairNames(name: string): string[] {
  return name.startsWith('--no-') ? [name, name.replace('--no-', '--')] : [name, name.replace('--', '--no-')];
}

/** The line with a flag set: in the place where it was typed, else at the end. */
export function withFlag(line: TypedLine, name: string, value?: string): TypedLine {
  const isSame = (part: LinePart): boolean =>
    part.kind === 'flag' &&
    (part.name === name || (part.declared?.kind === 'pair' && pairNames(name).includes(part.name ?? '')));
  const place = line.findLastIndex(isSame);
  const part: LinePart = { kind: 'flag', name, value, words: flagWords(line[place], name, value) };
  const others = line.filter((one, at) => at === place || !isSame(one));
  return place === -1 ? withWords(line, [part]) : others.map((one) => (isSame(one) ? part : one));
}

function flagWords(typed: LinePart | undefined, name: string, value: string | undefined): string[] {
  if (value === undefined) return [name];
  const [first = ''] = typed?.words ?? [];
  if (typed?.name !== name) return [name, value];
  if (/^--[^=]+=/.test(first)) return [`${first.slice(0, first.indexOf('='))}=${value}`];
  return typed.words.length === 1 && !first.startsWith('--')
    ? [`${first.slice(0, 2)}${value}`]
    : [first, value];
}

/** The line with more parts behind what it has, and before a `--`. */
export function withWords(line: TypedLine, more: readonly LinePart[]): TypedLine {
  const end = line.findIndex(({ kind }) => kind === 'end');
  return end === -1 ? [...line, ...more] : [...line.slice(0, end), ...more, ...line.slice(end)];
}

export function withoutFlag(line: TypedLine, name: string): TypedLine {
  return line.filter((part) => part.name !== name);
}

/** The line with one of its parts replaced by others. */
export function withPart(line: TypedLine, part: LinePart, others: readonly LinePart[]): TypedLine {
  return line.flatMap((one) => (one === part ? others : [one]));
}

/** The line with another command. */
export function withCommand(line: TypedLine, command: readonly string[]): TypedLine {
  const part: LinePart = { kind: 'command', words: command };
  const place = line.findIndex(({ kind }) => kind === 'command');
  const others = line.filter(({ kind }) => kind !== 'command');
  const at = Math.max(place, 0);
  return [...others.slice(0, at), part, ...others.slice(at)];
}
