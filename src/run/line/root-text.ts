import { longName } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { afterLists, toBreak } from '../../cli/help/help-layout.ts';
import { helpTopics } from '../../cli/help/help-topic-names.ts';
import { advancedHeading } from '../../commands/index.ts';

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
