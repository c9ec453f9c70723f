import { fileName, type PageItem } from './page-item.ts';

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
