import { type Command as Commander, Help } from 'commander';

/** Lays help out as commander does, except that a command's subcommands come before its flags. */
export function layOutHelp(command: Commander, helper: Help): string {
  const blocks = Help.prototype.formatHelp.call(helper, command, helper).trimEnd().split(blockBreak);
  const headings = new Set(command.commands.map((one) => one.helpGroup() || 'Commands:'));
  const isList = (block: string): boolean => headings.has(block.slice(0, block.indexOf('\n')));
  const lists = blocks.filter(isList);
  const [before, after] = split(blocks.filter((block) => !isList(block)));
  return `${[...before, ...lists, ...after].join('\n\n')}\n`;
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
