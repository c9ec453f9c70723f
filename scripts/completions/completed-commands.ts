import type { Completes } from '../../src/cli/flag.ts';
import {
  type CommandOutline,
  type FlagOutline,
  globalFlagOutlines,
  withDescendants,
} from '../command-outline.ts';

/** What a value may be: one of a few words, something to look up, or nothing that can be offered. */
export type ValueKind = { choices: readonly string[] } | { completes: Completes } | 'anything';

export interface CompletedFlag extends FlagOutline {
  /** Undefined where it takes no value. */
  kind: ValueKind | undefined;
}

/** What can stand after a command's words. */
export interface CompletedCommand {
  /** Its words with spaces between; empty for genctl itself. */
  name: string;
  commands: readonly { name: string; says: string }[];
  flags: readonly CompletedFlag[];
  /** One a position; the last one repeats where `repeats`. */
  arguments: readonly { name: string; kind: ValueKind }[];
  repeats: boolean;
}

/** The table that every shell's script is written from: genctl itself first, then its commands. */
export function completedCommands(outlines: readonly CommandOutline[]): CompletedCommand[] {
  const root = {
    name: '',
    commands: outlines.map(nameAndSummary),
    flags: [],
    arguments: [],
    repeats: false,
  };
  const names = outlines.map(({ path }) => path.join(' '));
  return [root, ...outlines.flatMap(withDescendants).map((one) => completedCommand(one, names))];
}

/** The flags that may stand anywhere. */
export const completedGlobals: readonly CompletedFlag[] = globalFlagOutlines.map(completedFlag);

/** Both ways to write a flag, or the one there is. */
export function spellings({ long, short }: FlagOutline): string[] {
  return short === undefined ? [long] : [short, long];
}

/** A kind as a word for a script: `=a b` for choices, `-` for anything. */
export function kindWord(kind: ValueKind): string {
  if (kind === 'anything') return '-';
  return 'choices' in kind ? `=${kind.choices.join(' ')}` : kind.completes;
}

/** A text in single quotes, for bash and zsh. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function completedCommand(outline: CommandOutline, commandNames: readonly string[]): CompletedCommand {
  return {
    name: outline.path.join(' '),
    commands: outline.commands.map(nameAndSummary),
    flags: outline.flags.map(completedFlag),
    arguments: outline.arguments.map((one) => ({ name: one.name, kind: valueKind(one, commandNames) })),
    repeats: outline.arguments.at(-1)?.many === true,
  };
}

function nameAndSummary({ path, summary }: CommandOutline): { name: string; says: string } {
  return { name: path.at(-1) ?? '', says: summary };
}

function completedFlag(flag: FlagOutline): CompletedFlag {
  return { ...flag, kind: flag.value === undefined ? undefined : valueKind(flag) };
}

interface Offering {
  choices?: readonly string[];
  completes?: Completes | undefined;
}

function valueKind({ choices = [], completes }: Offering, commandNames: readonly string[] = []): ValueKind {
  if (completes === 'command') return { choices: [...choices, ...commandNames] };
  if (completes !== undefined) return { completes };
  return choices.length > 0 ? { choices } : 'anything';
}
