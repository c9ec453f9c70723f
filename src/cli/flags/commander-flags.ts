import { type Command as Commander, Option } from 'commander';
import { gapLeft } from '../../errors/endings.ts';
import { gapOfFlag, isGap } from '../../text/gaps.ts';
import type { AnyFlag, FlagTable, Placed } from '../flag.ts';
import { givenTwice } from './flag-conflict.ts';

/** An option that help leaves out. Unlike one that is hidden, it is still what a typo may be near to. */
export class UnlistedOption extends Option {}

type Collect = (value: string, before: Placed<string>[] | undefined) => Placed<string>[];

/** The place of flags in help. */
interface FlagLayout {
  /** The heading of flags that have none of their own. */
  group: string;
  /** Which flags help leaves out; none unless given. */
  isUnlisted?: (flag: AnyFlag) => boolean;
}

/** Declares flags on a command. */
export function addFlags(command: Commander, flags: FlagTable, layout: FlagLayout): void {
  let place = 0;
  /** Places count up over all repeatable flags of a line, so that their common order can be told. */
  const collect = (value: string, before: Placed<string>[] = []): Placed<string>[] => {
    place += 1;
    return [...before, { value, place }];
  };
  for (const flag of Object.values(flags)) addFlag(command, flag, layout, collect);
}

function addFlag(command: Commander, flag: AnyFlag, layout: FlagLayout, collect: Collect): void {
  const { group = layout.group } = flag;
  const says = flag.choices === undefined ? flag.says : `${flag.says} (${flag.choices.join(', ')})`;
  const Kind = layout.isUnlisted?.(flag) === true ? UnlistedOption : Option;
  const option = optionOf(flag, Kind).helpGroup(group);
  option.description = says;
  if (flag.kind === 'list') option.argParser(collect);
  if (flag.kind === 'value')
    option.argParser((value: string, before?: string) => onlyOne(flag, value, before));
  command.addOption(option);
  if (flag.kind !== 'pair') return;
  command.addOption(new UnlistedOption(flag.syntax.replace('--', '--no-')));
  option.flags = flag.syntax.replace('--', '--[no-]');
  option.description = `${flag.says}; --no-…: ${flag.saysNo}`;
}

/** The value of a flag that takes one; the same value twice is one. Throws UsageError for another. */
function onlyOne(flag: AnyFlag, value: string, before: string | undefined): string {
  if (before !== undefined && before !== value) throw givenTwice(flag, before, value);
  return value;
}

/** Refuses another value of a flag, by commander's name for it, before the command's name than behind it. Throws UsageError. */
function assertOneOfLine(flag: AnyFlag, name: string, command: Commander): void {
  if (flag.kind !== 'value') return;
  let later: string | undefined;
  for (let place: Commander | null = command; place !== null; place = place.parent) {
    const before: unknown = place.opts()[name];
    if (typeof before !== 'string') continue;
    later = later === undefined ? before : onlyOne(flag, later, before);
  }
}

/** The values of flags on a line that commander has read. Throws UsageError. */
export function readFlags(flags: FlagTable, command: Commander): Record<string, unknown> {
  const given = command.optsWithGlobals<Record<string, unknown>>();
  const rows = Object.entries(flags).map(([name, flag]) => ({ name, flag, option: optionName(flag) }));
  for (const { flag, option } of rows) assertOneOfLine(flag, option, command);
  return Object.fromEntries(rows.map(({ name, flag, option }) => [name, readFlag(flag, given[option])]));
}

function readFlag(flag: AnyFlag, given: unknown): unknown {
  switch (flag.kind) {
    case 'switch':
      return given === true;
    case 'pair':
      return given;
    case 'off':
      return given !== false;
    case 'value':
      return typeof given === 'string' ? readValue(flag, given) : undefined;
    case 'list':
      return (
        (given as Placed<string>[] | undefined)?.map(({ value, place }) => ({
          value: readValue(flag, value),
          place,
        })) ?? []
      );
  }
}

/** A value as its flag reads it. Throws UsageError, also for the gap that a suggested line has in the place of what is sent. */
function readValue(flag: AnyFlag, text: string): unknown {
  if (flag.isSent === true && text === gapOfFlag(flag.syntax)) throw gapLeft(text);
  try {
    return flag.read?.(text);
  } catch (error) {
    throw isGap(text) ? gapLeft(text) : error;
  }
}

/** The name that commander stores a flag under: `--no-sidecar` → `sidecar`. */
function optionName(flag: AnyFlag): string {
  return optionOf(flag).attributeName();
}

function optionOf({ kind, syntax }: AnyFlag, Kind: typeof Option = Option): Option {
  const option = new Kind(syntax);
  if (kind !== 'switch' || !option.negate) return option;
  // commander would take `--no-input` for the negation of `--input`; it is a switch of its own.
  option.negate = false;
  option.attributeName = () => syntax;
  return option;
}
