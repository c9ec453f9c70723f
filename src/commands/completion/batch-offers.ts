import { join } from 'node:path';
import { batchesIn } from '../../store/ledger/batches.ts';
import { openMonths } from '../../store/ledger/months.ts';
import type { Offer } from './offer.ts';

/** The batches that a ledger has jobs of, those of the newest month first. No record is read for them. */
export function batchOffers(ledger: string): Offer[] {
  const months = openMonths(join(ledger, 'done'), () => {});
  const names = months.names().flatMap((month) => batchesIn(months.folderOf(month)));
  return [...new Set(names)].map((word) => ({ word, says: '' }));
}
