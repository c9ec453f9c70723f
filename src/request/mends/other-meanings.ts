import {
  type AbsentFlag,
  type FlagSynonym,
  otherCommands,
  otherFlags,
  otherSubcommands,
} from './other-words.ts';

/** The long flags of other programs that mean something here. */
export const longSynonyms: readonly string[] = otherFlags
  .filter((flag) => 'words' in flag)
  .flatMap(({ names }) => names.filter((name) => name.startsWith('--')));

/** The words of the command that another program's means here; undefined where nothing is known of it. */
export function commandMeant(word: string, withId: boolean): readonly string[] | undefined {
  const [, is, shown] = otherCommands.find(([names]) => names.split(' ').includes(word)) ?? [];
  return (withId ? (shown ?? is) : is)?.split(' ');
}

/** The subcommand that is meant, among those of a group; undefined where none is. */
export function subcommandMeant(word: string, among: readonly string[]): string | undefined {
  const [, ...known] = otherSubcommands.find(([names]) => names.split(' ').includes(word)) ?? [];
  return known.find((name) => among.includes(name));
}

/** The meanings that a flag of another program may have on a command, the likeliest first. */
export function flagMeanings(name: string, hasValue: boolean, command: string): readonly FlagSynonym[] {
  return rowsOn(name, command)
    .filter((row) => 'words' in row)
    .toSorted((one, other) => Number(other.takes === hasValue) - Number(one.takes === hasValue));
}

/** The words on a flag that genctl has nothing like; undefined where nothing is known of it. */
export function absentFlag(name: string, command: string): AbsentFlag | undefined {
  return rowsOn(name, command).find((row) => 'why' in row);
}

/** A flag of another program may have its value in the word behind it. */
export function takesValueElsewhere(name: string, command: string): boolean {
  return rowsOn(name, command).some(({ takes }) => takes);
}

/** The rows for a flag on a command; without any, those for all commands. */
function rowsOn(name: string, command: string): readonly (FlagSynonym | AbsentFlag)[] {
  const known = otherFlags.filter(({ names }) => names.includes(name));
  const own = known.filter(({ on }) => on?.includes(command));
  return own.length > 0 ? own : known.filter(({ on }) => on === undefined);
}
