import { type Command as Commander, Help } from 'commander';

/** Help as commander lays it out, but what a command has below it before the flags that stand everywhere. */
export function layOutHelp(command: Commander, helper: Help): string {
  const blocks = Help.prototype.formatHelp.call(helper, command, helper).trimEnd().split(blockBreak);
  const headings = new Set(command.commands.map((one) => one.helpGroup() || 'Commands:'));
  const isList = (block: string): boolean => headings.has(block.slice(0, block.indexOf('\n')));
  const lists = blocks.filter(isList);
  const [before, after] = split(blocks.filter((block) => !isList(block)));
  return `${[...before, ...lists, ...after].join('\n\n')}\n`;
}

/** The columns that an explanation needs beside what it explains; with fewer it stands below. */
const readableColumns = 28;

/** One line of a list and more: beside its term where that leaves room, else under it, so that a narrow window holds it. */
export function layOutItem(term: string, termWidth: number, description: string, helper: Help): string {
  const columns = helper.helpWidth ?? 80;
  if (description === '' || columns - termWidth - 4 >= readableColumns)
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  const below = helper.boxWrap(description, columns - 6).replaceAll('\n', '\n      ');
  return `  ${term}\n      ${below}`;
}

/** Between two parts: an empty line before a heading. */
const blockBreak = /\n\n(?=\S[^\n]*:\n)/;

/** Usage and what it is for stand first; the rest are lists of flags. */
function split(blocks: readonly string[]): [string[], string[]] {
  return [blocks.slice(0, 1), blocks.slice(1)];
}
