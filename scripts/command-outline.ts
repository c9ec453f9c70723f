import type { Argument } from '../src/cli/arguments.ts';
import type { Completes } from '../src/cli/completes.ts';
import type { AnyFlag, FlagTable } from '../src/cli/flag.ts';
import { globalFlags } from '../src/cli/global-flags.ts';
import type { CommandRow } from '../src/commands/index.ts';
import { syntaxParts } from '../src/run/line/help-document.ts';

/** One way to write a flag; `--audio` and `--no-audio` are two. */
export interface FlagOutline {
  long: string;
  short: string | undefined;
  /** What stands for its value in help, as `id`; undefined where it takes none. */
  value: string | undefined;
  says: string;
  group: string | undefined;
  choices: readonly string[];
  completes: Completes | undefined;
  isRepeatable: boolean;
}

/** A command as completion and manual see it: all that the table says of it, and nothing that runs. */
export interface CommandOutline {
  /** Its words: none for genctl itself, `['jobs', 'prune']` for a subcommand. */
  path: readonly string[];
  summary: string;
  describe: string;
  /** Whether it runs by itself; a group only has subcommands. */
  runs: boolean;
  arguments: readonly Argument[];
  flags: readonly FlagOutline[];
  examples: readonly string[];
  commands: readonly CommandOutline[];
}

/** Flags that every line takes, before or after the command. */
export const globalFlagOutlines: readonly FlagOutline[] = [
  ...outlineFlags(globalFlags),
  bareSwitch('--version', '-V', 'print the version'),
  bareSwitch('--help', '-h', 'display help for command'),
];

/** The commands of a table and all below them, each loaded. */
export async function outlineCommands(
  rows: Record<string, CommandRow>,
  path: readonly string[] = [],
): Promise<CommandOutline[]> {
  return Promise.all(Object.entries(rows).map(([name, row]) => outlineCommand(row, [...path, name])));
}

/** A command and all below it. */
export function withDescendants(command: CommandOutline): CommandOutline[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}

async function outlineCommand(row: CommandRow, path: readonly string[]): Promise<CommandOutline> {
  const loaded = await row.load?.();
  return {
    path,
    summary: row.summary,
    describe: loaded?.describe ?? row.summary,
    runs: loaded !== undefined,
    arguments: loaded?.arguments ?? [],
    flags: outlineFlags(loaded?.flags ?? {}),
    examples: loaded?.examples ?? [],
    commands: await outlineCommands(row.commands ?? {}, path),
  };
}

function outlineFlags(flags: FlagTable): FlagOutline[] {
  return Object.values(flags).flatMap(outlineFlag);
}

function outlineFlag(flag: AnyFlag): FlagOutline[] {
  const { choices = [], completes, group, kind, says, syntax } = flag;
  const { long, short, value } = syntaxParts(syntax);
  const outline = { long, short, value, says, group, choices, completes, isRepeatable: kind === 'list' };
  if (kind !== 'pair') return [outline];
  return [outline, { ...outline, long: long.replace('--', '--no-'), short: undefined, says: flag.saysNo }];
}

function bareSwitch(long: string, short: string, says: string): FlagOutline {
  const none = { value: undefined, group: undefined, choices: [], completes: undefined };
  return { long, short, says, ...none, isRepeatable: false };
}
