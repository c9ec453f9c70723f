import type { DocumentFields } from '../../cli/documents/index.ts';
import { formatMoney, microUsdOf, usdOf } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { shellLine } from '../../text/shell-quote.ts';

/** The document of `gallery` less the paths of this machine, for a page travels with its files. */
export interface GalleryPage {
  readonly left_out: number;
  readonly items: readonly PageItem[];
}

export type PageItem = Omit<DocumentFields<'genctl.gallery/v1'>['items'][number], 'path'>;

/** Tells an item from all others, also after the page was written anew. */
export function keyOf({ job_id, link, output }: PageItem): string {
  return job_id === null ? `file ${link ?? ''}` : `${job_id} ${output ?? ''}`;
}

/** The name of an item's file, as a person reads it; undefined for one that has none. */
export function fileName({ link }: PageItem): string | undefined {
  const last = link?.split('/').at(-1);
  return last === undefined ? undefined : safeLine(decodeURIComponent(last));
}

/** The title of an item where there is little room: its prompt, else its file, else its job. */
export function titleOf(item: PageItem): string {
  if (item.prompt !== null && item.prompt.trim() !== '') return safeLine(item.prompt);
  return fileName(item) ?? safeLine(item.job_id ?? '');
}

export function costWords({ cost_usd }: PageItem): string | undefined {
  return cost_usd === null ? undefined : formatMoney(cost_usd);
}

/** The word for its step, draft or final, and for a draft that has its final already. */
export function stepWord({ finals, step }: PageItem): string | undefined {
  return step === 'draft' && finals.length > 0 ? 'draft, has a final' : (step ?? undefined);
}

/** Why there is nothing to see of an item; undefined for one whose file can be linked. */
export function absence({ link, missing, status }: PageItem): string | undefined {
  if (link !== null) return undefined;
  if (missing !== null) return status === 'succeeded' ? 'not here' : safeLine(status ?? 'not here');
  return status === 'succeeded' || status === null ? 'no page can link its name' : safeLine(status);
}

/** An item in a few words each: its step, its line of a batch, its cost, its seed, and its model without the vendor. */
export function briefWords(item: PageItem): string[] {
  const { model, seed, shot } = item;
  const own = [
    stepWord(item),
    shot ?? undefined,
    costWords(item),
    seed === null ? undefined : `seed ${seed}`,
    model?.split('/').at(-1),
  ];
  return own.flatMap((word) => (word === undefined ? [] : [safeLine(word)]));
}

/** An item in one sentence, for whoever does not see it. */
export function spokenOf(item: PageItem): string {
  return [titleOf(item), ...briefWords(item), absence(item) ?? []].flat().join(', ');
}

/** The conditions for the items that are shown, by the fields of the form; an empty text asks nothing. */
export interface Filters {
  text: string;
  kind: string;
  model: string;
  seed: string;
  /** The most that an item may cost. Unit: USD. */
  cost: string;
}

/** Tells whether an item meets the conditions. A number that can't be read yet asks nothing: it is still being typed. */
export function fits(item: PageItem, filters: Filters, isTicked: boolean): boolean {
  return (
    hasWords(item, filters.text) &&
    isOfKind(item, filters.kind, isTicked) &&
    (filters.model === '' || item.model === filters.model) &&
    (filters.seed.trim() === '' || String(item.seed ?? '').startsWith(filters.seed.trim())) &&
    costsAtMost(item, filters.cost)
  );
}

/** The models that there are, in order. */
export function modelsOf(items: readonly PageItem[]): string[] {
  return [...new Set(items.flatMap(({ model }) => model ?? []))].sort();
}

function hasWords(item: PageItem, text: string): boolean {
  const words = text.toLowerCase().match(/\S+/g);
  if (words === null) return true;
  const { batch, job_id, options, prompt, shot } = item;
  const said = [prompt, batch, shot, options, job_id, fileName(item)].join(' ').toLowerCase();
  return words.every((word) => said.includes(word));
}

function isOfKind({ link, step }: PageItem, kind: string, isTicked: boolean): boolean {
  if (kind === '') return true;
  if (kind === 'ticked') return isTicked;
  if (kind === 'missing') return link === null;
  return (step ?? 'other') === kind;
}

function costsAtMost({ cost_usd }: PageItem, most: string): boolean {
  const limit = Number(most.trim().replace(/^\$/, '').replace(',', '.'));
  if (most.trim() === '' || Number.isNaN(limit)) return true;
  return cost_usd !== null && cost_usd <= limit;
}

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
    says: [counts.join(' and '), sumWords(all), ...made].join(', '),
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

function sumWords(nexts: readonly Next[]): string {
  const known = nexts.flatMap(({ cost_usd }) => cost_usd ?? []);
  const unknown = nexts.length - known.length;
  if (known.length === 0) return 'at an unknown cost';
  const sum = formatMoney(usdOf(known.reduce((total, usd) => total + microUsdOf(usd), 0)));
  return unknown === 0 ? `about ${sum}` : `about ${sum}, and ${unknown} more at an unknown cost`;
}
