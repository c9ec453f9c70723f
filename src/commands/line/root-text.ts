import { longName } from './flag.ts';
import { globalFlags } from './global-flags.ts';
import { afterLists } from './help-layout.ts';
import { helpTopics } from './help-topic-names.ts';

/** What follows the commands: in the short help, the names of those that are seldom used. */
export function rootText(
  rows: readonly (readonly [string, { isSeldom?: boolean }])[],
  { isWhole }: { isWhole: boolean },
): string {
  const topics = `Topics: genctl help ${helpTopics.join(' | ')}`;
  if (isWhole) return `\n${topics}\n`;
  const names = rows.flatMap(([name, { isSeldom }]) => (isSeldom === true ? name : []));
  const flags = Object.values(globalFlags).map(({ syntax }) => longName(syntax));
  const whole = `Every command takes ${flags.join(' ')}. All of them in words: genctl help`;
  return [afterLists(`Also: ${names.join(' ')}`), afterLists(whole), topics].join('\n');
}
