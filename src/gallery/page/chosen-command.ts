import { formatMoney, microUsdOf, usdOf } from '../../text/money.ts';
import { shellLine } from '../../text/shell-quote.ts';
import type { PageItem } from './page-item.ts';

type Next = NonNullable<PageItem['next']>;

/**
 * The one command line for what is ticked: the finals of the drafts, then the others again. Two files of one job are one job. A later part
 * runs where the parts before it were submitted. The line is empty where no job can follow; `says` has how many jobs the line makes, and
 * what they cost as far as is known.
 */
export function chosenCommand(items: readonly PageItem[]): { line: string; says: string } {
  const jobs = new Map(
    items.flatMap(({ finals, next }) =>
      next === null ? [] : [[`${next.command} ${next.of}`, { ...next, isMade: finals.length > 0 }]],
    ),
  );
  const all = [...jobs.values()];
  const finals = all.filter(({ command }) => command === 'finalize');
  const again = all.filter(({ command }) => command === 'rerun');
  const lines = [finals, ...again.map((job) => [job])].filter((group) => group.length > 0).map(lineOf);
  const counts = [
    ...counted(finals.length, finals.length === 1 ? 'final' : 'finals'),
    ...counted(again.length, 'again'),
  ];
  const made = counted(finals.filter(({ isMade }) => isMade).length, 'of them made before');
  return {
    line: lines.join(' && '),
    says: [counts.join(' and '), costWords(all), ...made].join(', '),
  };
}

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${count} ${words}`];
}

function lineOf(jobs: readonly Next[]): string {
  const ids = jobs.map(({ of }) => of);
  // An id that begins with a dash would be read as a flag.
  const end = ids.some((id) => id.startsWith('-')) ? ['--'] : [];
  return shellLine(['genctl', jobs[0]?.command ?? '', ...end, ...ids]);
}

function costWords(nexts: readonly Next[]): string {
  const known = nexts.flatMap(({ cost_usd }) => cost_usd ?? []);
  const unknown = nexts.length - known.length;
  if (known.length === 0) return 'at an unknown cost';
  const sum = formatMoney(usdOf(known.reduce((total, usd) => total + microUsdOf(usd), 0)));
  return unknown === 0 ? `about ${sum}` : `about ${sum}, and ${unknown} more at an unknown cost`;
}
