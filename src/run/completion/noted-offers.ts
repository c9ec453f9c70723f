import { join } from 'node:path';
import { openMonths } from '../../ledger/records/months.ts';
import { type nameLogs, namesNoted } from '../../ledger/records/noted-names.ts';
import type { Offer } from './offer.ts';

/** The names of batches or of tags that a ledger has jobs of, those of the newest month first. No record is read for them. */
export function notedOffers(ledger: string, log: keyof typeof nameLogs): Offer[] {
  const months = openMonths(join(ledger, 'done'), () => {});
  const names = months.names().flatMap((month) => namesNoted(months.folderOf(month), log));
  return [...new Set(names)].map((word) => ({ word, says: '' }));
}
