import { formatMoney } from '../../text/money-words.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { PageItem } from './gallery-page.ts';

/** What tells an item from all others, also after the page was written anew. */
export function keyOf({ job_id, link, output }: PageItem): string {
  return job_id === null ? `file ${link ?? ''}` : `${job_id} ${output ?? ''}`;
}

/** The name of an item's file, as a person reads it; undefined for one that has none. */
export function fileName({ link }: PageItem): string | undefined {
  const last = link?.split('/').at(-1);
  return last === undefined ? undefined : safeLine(decodeURIComponent(last));
}

/** What an item is called where there is little room: its prompt, else its file, else its job. */
export function titleOf(item: PageItem): string {
  if (item.prompt !== null && item.prompt.trim() !== '') return safeLine(item.prompt);
  return fileName(item) ?? safeLine(item.job_id ?? '');
}

/** A model without its vendor: `video-2.5`. */
export function shortModel(model: string): string {
  return safeLine(model.split('/').at(-1) ?? model);
}

/** What the line of a batch is called. */
export function shotWord({ shot }: PageItem): string | undefined {
  return shot === null ? undefined : safeLine(shot);
}

export function costWords({ cost_usd }: PageItem): string | undefined {
  return cost_usd === null ? undefined : formatMoney(cost_usd);
}

/** Whether it is a draft or a final, and whether a draft has its final already. */
export function stepWord({ finals, step }: PageItem): string | undefined {
  return step === 'draft' && finals.length > 0 ? 'draft, has a final' : (step ?? undefined);
}

/** Why there is nothing to see of an item; undefined for one whose file can be linked. */
export function absence({ link, missing, status }: PageItem): string | undefined {
  if (link !== null) return undefined;
  if (missing !== null) return status === 'succeeded' ? 'not here' : safeLine(status ?? 'not here');
  return status === 'succeeded' || status === null ? 'no page can link its name' : safeLine(status);
}

/** An item in one sentence, for whoever does not see it. */
export function spokenOf(item: PageItem): string {
  const seed = item.seed === null ? undefined : `seed ${item.seed}`;
  const model = item.model === null ? undefined : shortModel(item.model);
  const parts = [titleOf(item), shotWord(item), stepWord(item), model, seed, costWords(item), absence(item)];
  return parts.filter((said) => said !== undefined).join(', ');
}
