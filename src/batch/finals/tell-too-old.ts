import type { OutputMeans } from '../../outputs/output-means.ts';
import { counted } from '../../text/shown-value.ts';

/** Warns of drafts that are left out of the question. @see service document §9.2 */
export function tellTooOld({ listen }: Pick<OutputMeans, 'listen'>, tooOld: number): void {
  if (tooOld === 0) return;
  const drafts = counted(tooOld, 'draft');
  const message = `${drafts} are older than 7 days and can't be finalized any more`;
  listen({ kind: 'warning', message });
}
