import type { Fix } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import { type Hint, typedWith } from '../errors/hint.ts';
import type { OptionName } from '../service/options.ts';
import type { MediaRole } from '../service/wire-values.ts';
import { gaps } from '../text/gaps.ts';
import { nearestName } from '../text/nearest-name.ts';
import { isFlagWord, likelyInteger } from '../text/typed-value.ts';
import type { Completes } from './completes.ts';

/**
 * How a flag is written, explained and read. It is declared once; usage, help, completion and parsing are all derived from it.
 */
export interface Flag<Value> {
  kind: 'switch' | 'pair' | 'off' | 'value' | 'list';
  /** As commander reads it: `-m, --model <id>`. */
  syntax: string;
  says: string;
  /** The values that help and completion offer, where there are few. */
  choices?: readonly string[];
  /** True if it takes no others. */
  isClosed?: boolean;
  /** Reads what other programs call one of the choices. */
  means?(text: string): string | undefined;
  /** The kind of value that completion offers; unless given, or where that offers nothing, `choices`. */
  completes?: Completes | undefined;
  /** Reads one value. Throws a UsageError, which calls the flag by its long name unless `called` is given. Absent on switches. */
  read?: (text: string, called?: string) => Value;
  /** The word that is read as a value; unless given, the value as text. */
  write?(value: Value): string;
  /** The heading above it in help. */
  group?: string;
  /** True if it may be the last word, or have a flag behind it: its value is empty then. */
  mayBeAlone?: boolean;
  /** True if the short help leaves it out. */
  isSeldom?: boolean;
  /** True if its value is sent, or names a thing that is sent. */
  isSent?: boolean;
  /** The form of a number; absent on other flags. */
  number?: { isWhole: boolean; least?: number | undefined; most?: number | undefined };
  /** Its value where nothing gives one; undefined where that varies. */
  usual?: string | number;
  /** The environment variable that gives its value where the line does not. */
  variable?: string;
  /** The option of a request that it fills, by its name on the wire. */
  option?: OptionName;
  /** The role of the media that it names. */
  role?: MediaRole;
}

/** One value of a repeatable flag, with its place on the command line among all repeatable flags. */
export interface Placed<Value> {
  value: Value;
  place: number;
}

export type SwitchFlag = Flag<boolean> & { kind: 'switch' };
/** A pair such as `--audio` and `--no-audio`: undefined unless one of them is given. */
export type PairFlag = Flag<boolean> & { kind: 'pair'; saysNo: string };
/** A flag such as `--no-preflight`: true unless given. */
export type OffFlag = Flag<boolean> & { kind: 'off' };
export type ValueFlag<Value> = Flag<Value> & { kind: 'value' };
export type ListFlag<Value> = Flag<Value> & { kind: 'list' };
export type AnyFlag = SwitchFlag | PairFlag | OffFlag | ValueFlag<unknown> | ListFlag<unknown>;

export type FlagTable = Record<string, AnyFlag>;

/** The values that a table of flags yields. */
export type FlagValues<Table extends FlagTable> = {
  [Name in keyof Table]: Table[Name] extends ListFlag<infer Value>
    ? Placed<Value>[]
    : Table[Name] extends ValueFlag<infer Value>
      ? Value | undefined
      : Table[Name] extends PairFlag
        ? boolean | undefined
        : boolean;
};

export function switchFlag(syntax: string, says: string): SwitchFlag {
  return { kind: 'switch', syntax, says };
}

export function pairFlag(syntax: string, says: string, saysNo: string): PairFlag {
  return { kind: 'pair', syntax, says, saysNo };
}

export function offFlag(syntax: string, says: string): OffFlag {
  return { kind: 'off', syntax, says };
}

/** The words on a text that a flag does not take, the value that was meant in its place, and what is taken, for programs. */
interface NotTaken {
  why: string | ((text: string) => string);
  meant?: string | ((text: string) => string | undefined);
  fix?: Fix;
}

export function valueFlag<Value>(
  syntax: string,
  says: string,
  read: (text: string, called?: string) => Value,
): ValueFlag<Value> {
  return { kind: 'value', syntax, says, read };
}

/** A flag whose reader gives undefined for a text that it does not take. */
export function fittingFlag<Value>(
  syntax: string,
  says: string,
  read: (text: string) => Value | undefined,
  { fix, meant, why }: NotTaken,
): ValueFlag<Value> {
  return valueFlag(syntax, says, (text, called = longName(syntax)) => {
    const value = read(text);
    if (value !== undefined) return value;
    const hint = typedWith(called, (typeof meant === 'function' ? meant(text) : meant) ?? gaps.value);
    const error = invalidFlag(called, text, typeof why === 'function' ? why(text) : why, hint);
    error.fix = fix;
    throw error;
  });
}

export function textFlag(syntax: string, says: string, completes?: Completes): ValueFlag<string> {
  return { ...valueFlag(syntax, says, (text) => text), completes };
}

export function listFlag(syntax: string, says: string, completes?: Completes): ListFlag<string> {
  return { ...textFlag(syntax, says, completes), kind: 'list' };
}

export function choiceFlag<const Choice extends string>(
  syntax: string,
  says: string,
  choices: readonly Choice[],
  means: (text: string) => Choice | undefined = () => undefined,
): ValueFlag<Choice> {
  const nearest = (text: string): string | undefined => means(text) ?? nearestName(text, choices);
  const flag = fittingFlag(syntax, says, (text) => choices.find((one) => one === text), {
    why: (text) => {
      const near = nearest(text) === undefined ? '' : ` The nearest is ${nearest(text)}.`;
      return `It takes one of ${choices.length}: ${choices.join(', ')}.${near}`;
    },
    meant: nearest,
    fix: { allowed: choices },
  });
  return { ...flag, choices, isClosed: true, means };
}

/**
 * A flag for a value that the model judges. `offered` lists the documented values, for help and completion. A blank word is
 * refused, and so is one that begins with a dash: that is the next flag, which follows where the value was forgotten.
 */
export function wordFlag(
  syntax: string,
  says: string,
  offered: readonly string[],
  completes?: Completes,
): ValueFlag<string> {
  const flag = fittingFlag(syntax, says, (text) => (isFlagWord(text) ? text : undefined), {
    why: (text) =>
      text.trim() === '' ? 'It takes a word.' : 'It takes a word that does not begin with a dash.',
  });
  return { ...flag, choices: offered, completes };
}

/** A flag for a whole number in digits, within bounds; `''`, `1e3` and `0x10` are refused. */
export function integerFlag(
  syntax: string,
  says: string,
  bounds: { least?: number; most?: number } = {},
): ValueFlag<number> {
  const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = bounds;
  const read = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN);
  const withinBounds = (text: string) => [read(text)].find((value) => value >= least && value <= most);
  const range = { least: bounds.least, most: bounds.most };
  const flag = fittingFlag(syntax, says, withinBounds, {
    why: (text) => {
      const isTooLong = Math.abs(read(text)) > Number.MAX_SAFE_INTEGER;
      const end = bounds.most === undefined && !isTooLong ? ' up' : ` to ${most}`;
      const from = bounds.least === undefined && !isTooLong ? '' : ` from ${least}${end}`;
      return `It takes a whole number${from}.`;
    },
    meant: (text) => likelyInteger(text, { least, most })?.toString(),
    fix: { range },
  });
  return { ...flag, number: { isWhole: true, ...range } };
}

/** The error for a text that a flag does not take. `flag` is its name or its whole syntax. */
export function invalidFlag(flag: string, text: string, why: string, hint: Hint): UsageError {
  const message = `${longName(flag)} does not take ${JSON.stringify(text)}`;
  return new UsageError({ code: 'invalid_flag', message, why, hint });
}

/** Puts flags under a heading of their own in help. */
export function inGroup<const Table extends FlagTable>(group: string, flags: Table): Table {
  return withEach(flags, { group });
}

/** Marks flags whose values are sent. */
export function sent<const Table extends FlagTable>(flags: Table): Table {
  return withEach(flags, { isSent: true });
}

function withEach<Table extends FlagTable>(flags: Table, more: Pick<AnyFlag, 'group' | 'isSent'>): Table {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, ...more }]),
  ) as Table;
}

/** Gives a flag the value that holds where nothing gives one. */
export function usually<const One extends AnyFlag>(usual: string | number, flag: One): One {
  return { ...flag, usual, says: `${flag.says} (default: ${usual})` };
}

/** Marks a flag that the short help leaves out; `genctl help COMMAND` has it. */
export function seldom<const One extends AnyFlag>(flag: One): One {
  return { ...flag, isSeldom: true };
}

/** Tells whether a word of a line is the flag, by its long or its short name. */
export function isFlagNamed({ syntax }: Pick<AnyFlag, 'syntax'>, word: string | undefined): boolean {
  return word?.startsWith('-') === true && syntax.split(/[ ,]+/).includes(word);
}

/** The long name in a syntax: `-m, --model <id>` → `--model`. */
export function longName(syntax: string): string {
  return /--[\w-]+/.exec(syntax)?.[0] ?? syntax;
}

/** Tells whether a flag takes a value, and so the next word of a line. */
export function isValued({ kind }: AnyFlag): boolean {
  return kind === 'value' || kind === 'list';
}
