import { type Command as Commander, Help } from 'commander';
import { breakable } from '../../terminal/fit-help.ts';
import { UnlistedOption } from '../flags/commander-flags.ts';

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
