import { type Command as Commander, Help } from 'commander';
import { longName } from '../../cli/flag.ts';
import { UnlistedOption } from '../../cli/flags/commander-flags.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { helpTopics } from '../../cli/help/help-topic-names.ts';
import { advancedHeading } from '../../commands/index.ts';
import { breakable } from '../../terminal/fit-help.ts';

/** The purpose of genctl. */
export const purpose = 'Submit image and video generation jobs, follow them, and download the files.';

/** The text behind the list of commands: in the short help, it has the names of those that are seldom used. */
export function rootText(
  rows: readonly (readonly [string, { heading?: string; isSeldom?: boolean }])[],
  { isWhole }: { isWhole: boolean },
): string {
  const topics = `Topics: genctl help ${helpTopics.join(' | ')}`;
  if (isWhole) return `\n${topics}\n`;
  const named = (isAdvanced: boolean): string =>
    rows
      .filter(([, row]) => row.isSeldom === true && (row.heading === advancedHeading) === isAdvanced)
      .map(([name]) => name)
      .join(' ');
  return [
    afterLists(`Also: ${named(false)}`),
    toBreak(`${advancedHeading} ${named(true)}`),
    afterLists(flagsOfEveryLine()),
    topics,
  ].join('\n');
}

/** Names the flags that every command takes, and says where they are explained. */
export function flagsOfEveryLine(): string {
  const flags = Object.values(globalFlags).map(({ syntax }) => longName(syntax));
  return `Every command takes ${flags.join(' ')}. For what they do: genctl help`;
}

/**
 * Lays help out as commander does, except that a command's subcommands come before its flags, and unlisted options are left out. What
 * is to be broken to the window is marked (`terminal/fit-help.ts`).
 */
export function layOutHelp(command: Commander, helper: Help): string {
  const listed: Help = Object.assign(Object.create(helper) as Help, {
    visibleOptions: (of: Commander) =>
      helper.visibleOptions(of).filter((option) => !(option instanceof UnlistedOption)),
  });
  const blocks = Help.prototype.formatHelp.call(listed, command, listed).trimEnd().split(blockBreak);
  const headings = new Set(command.commands.map((one) => one.helpGroup() || 'Commands:'));
  const isList = (block: string): boolean => headings.has(block.slice(0, block.indexOf('\n')));
  const lists = blocks.filter(isList);
  const [before, after] = split(blocks.filter((block) => !isList(block)));
  return `${[...before, ...lists, ...after].join('\n\n')}\n`;
}

/** A line after the lists, an empty line before it. */
export function afterLists(text: string): string {
  return `\n${toBreak(text)}`;
}

/** Lays out one item of a list. */
export function layOutItem(term: string, termWidth: number, description: string): string {
  return description === '' ? `  ${term}` : `  ${term.padEnd(termWidth)}  ${toBreak(description)}`;
}

/** Words that are broken to the window. */
export function toBreak(text: string): string {
  return breakable + text;
}

/** Matches the break between two blocks: an empty line before a heading. */
const blockBreak = /\n\n(?=\S[^\n]*:\n)/;

/** Separates the usage and description, which come first, from the lists of flags. */
function split(blocks: readonly string[]): [string[], string[]] {
  return [blocks.slice(0, 1), blocks.slice(1)];
}
