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

/** Between two parts: an empty line before a heading. */
const blockBreak = /\n\n(?=\S[^\n]*:\n)/;

/** Usage and what it is for stand first; the rest are lists of flags. */
function split(blocks: readonly string[]): [string[], string[]] {
  return [blocks.slice(0, 1), blocks.slice(1)];
}
