import type { Completes } from '../src/cli/completes.ts';
import { commandTable } from '../src/commands/index.ts';
import type {
  CompletedCommand,
  CompletedFlag,
  CompletionTable,
  Taken,
} from '../src/run/completion/line-place.ts';
import {
  type CommandOutline,
  type FlagOutline,
  globalFlagOutlines,
  outlineCommands,
  withDescendants,
} from './command-outline.ts';

/** What completing a word knows of the commands. */
export async function completionTable(): Promise<CompletionTable> {
  const outlines = await outlineCommands(commandTable);
  const names = outlines.map(nameOf);
  const places = new Map<string, number>();
  const placeOf = (flag: FlagOutline): number => {
    const text = JSON.stringify(completedFlag(flag));
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const root = { says: '', below: names, flags: globalFlagOutlines.map(placeOf), positions: [], many: false };
  const completed = (command: CommandOutline): CompletedCommand => ({
    says: command.summary,
    below: command.commands.map(nameOf),
    flags: [...command.flags, ...globalFlagOutlines].map(placeOf),
    positions: command.arguments.map((one) => takenBy(one, names)),
    many: command.arguments.at(-1)?.many === true,
  });
  const all = outlines.flatMap(withDescendants);
  const commands = Object.fromEntries(all.map((one) => [one.path.join(' '), completed(one)] as const));
  return {
    flags: [...places.keys()].map((text) => JSON.parse(text) as CompletedFlag),
    commands: { '': root, ...commands },
  };
}

function nameOf({ path }: CommandOutline): string {
  return path.at(-1) ?? '';
}

function completedFlag(flag: FlagOutline): CompletedFlag {
  const names = flag.short === undefined ? [flag.long] : [flag.short, flag.long];
  const own = { names, says: flag.says, many: flag.isRepeatable };
  return flag.value === undefined ? own : { ...own, takes: takenBy(flag, []) };
}

interface Taking {
  choices?: readonly string[];
  completes?: Completes | undefined;
}

function takenBy({ choices = [], completes }: Taking, commandNames: readonly string[]): Taken {
  if (completes === 'command') return [...choices, ...commandNames];
  if (completes !== undefined) return completes;
  return choices.length > 0 ? choices : 'any';
}
