import { type Command as Commander, Help } from 'commander';
import { UnlistedOption } from './commander-flags.ts';

/** Lays help out as commander does, except that a command's subcommands come before its flags, and unlisted options are left out. */
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

/** A line after the lists, broken to a window of so many columns, an empty line before it. */
export function wrapped(text: string, columns: number): string {
  return `\n${new Help().boxWrap(text, columns)}`;
}

/** With fewer columns than this beside its term, an explanation stands below the term. */
const readableColumns = 28;

/** Lays out one item of a list: the explanation stands beside its term where there is room, and below it in a narrow window. */
export function layOutItem(term: string, termWidth: number, description: string, helper: Help): string {
  const columns = helper.helpWidth ?? 80;
  if (description === '' || columns - termWidth - 4 >= readableColumns)
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  const below = helper.boxWrap(description, columns - 6).replaceAll('\n', '\n      ');
  return `  ${term}\n      ${below}`;
}

/** Matches the break between two blocks: an empty line before a heading. */
const blockBreak = /\n\n(?=\S[^\n]*:\n)/;

/** Separates the usage and description, which come first, from the lists of flags. */
function split(blocks: readonly string[]): [string[], string[]] {
  return [blocks.slice(0, 1), blocks.slice(1)];
}
