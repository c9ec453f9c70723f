import { askToSend } from '../follow/send/agreed-jobs.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { CostWords } from '../money/words/likely-cost.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { counted } from '../text/shown-value.ts';
import { shownFinals } from './known-finals.ts';
import type { KeyWords } from './take-words.ts';

/**
 * Asks before the finals of chosen drafts are sent, with the finals that were paid for before, how many jobs that is (or `what` else) and
 * what they should cost. Under --yes nothing is asked. Throws InterruptedError where a signal comes instead of an answer.
 */
export async function confirmFinals(
  context: OutputMeans,
  {
    cost,
    drafts,
    what = counted(drafts.length, 'job'),
  }: { drafts: readonly JobRecord[]; cost: CostWords; what?: string },
): Promise<boolean> {
  if (context.globals.yes) return true;
  const known = await shownFinals(context, drafts);
  const before = known === undefined ? '' : `${known}. `;
  return askToSend(context, { before, what, cost, instead: '--yes' });
}

/** What Enter does with ticked takes whose finals are paid for at once: it asks once more, unless --yes says that it needn't. */
export function enterToPay({ globals }: Pick<OutputMeans, 'globals'>): (chosen: number) => KeyWords {
  return (chosen) => {
    const finals = counted(chosen, 'final');
    if (chosen === 0) return ['Enter finalizes none', 'Enter finalizes none'];
    return globals.yes
      ? [`Enter pays for ${finals}`, `Enter pays for ${finals}`]
      : [`Enter goes on with ${finals}`, `Enter goes on with ${chosen}`];
  };
}
