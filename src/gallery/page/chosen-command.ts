import { microUsdOf, usdOf } from '../../text/money.ts';
import { formatMoney } from '../../text/money-words.ts';
import { shellLine } from '../../text/shell-quote.ts';
import type { PageItem } from './gallery-page.ts';

/** What is ticked, as a line to type and a line to read. */
export interface ChosenCommand {
  /** Empty where nothing is ticked that a job can follow. */
  line: string;
  /** How many jobs it makes, and what they cost as far as is known. */
  says: string;
}

type Next = NonNullable<PageItem['next']>;

/**
 * The one command line for what is ticked: the finals of the drafts, then the others again. Two files of one job are one job. A later part
 * runs where the parts before it were submitted.
 */
export function chosenCommand(items: readonly PageItem[]): ChosenCommand {
  const jobs = new Map(
    items.flatMap(({ finals, next }) =>
      next === null ? [] : [[`${next.command} ${next.of}`, { next, isMade: finals.length > 0 }]],
    ),
  );
  const all = [...jobs.values()];
  const drafts = all.filter(({ next }) => next.command === 'finalize');
  const finals = drafts.map(({ next }) => next.of);
  const madeBefore = drafts.filter(({ isMade }) => isMade).length;
  const again = all.filter(({ next }) => next.command === 'rerun').map(({ next }) => next.of);
  const lines = [
    ...(finals.length === 0 ? [] : [shellLine(['genctl', 'finalize', ...asArguments(finals)])]),
    ...again.map((of) => shellLine(['genctl', 'rerun', ...asArguments([of])])),
  ];
  const counts = [
    ...(finals.length === 0 ? [] : [`${finals.length} ${finals.length === 1 ? 'final' : 'finals'}`]),
    ...(again.length === 0 ? [] : [`${again.length} again`]),
  ];
  const says = [
    counts.join(' and '),
    costWords(all.map(({ next }) => next)),
    ...(madeBefore === 0 ? [] : [`${madeBefore} of them made before`]),
  ];
  return { line: lines.join(' && '), says: says.join(', ') };
}

/** An id that begins with a dash would be read as a flag. */
function asArguments(ids: readonly string[]): readonly string[] {
  return ids.some((id) => id.startsWith('-')) ? ['--', ...ids] : ids;
}

function costWords(nexts: readonly Next[]): string {
  const known = nexts.flatMap(({ cost_usd }) => cost_usd ?? []);
  const unknown = nexts.length - known.length;
  if (known.length === 0) return 'at an unknown cost';
  const sum = formatMoney(usdOf(known.reduce((total, usd) => total + microUsdOf(usd), 0)));
  return unknown === 0 ? `about ${sum}` : `about ${sum}, and ${unknown} more at an unknown cost`;
}
