import { costKeys, tagKeyPrefix } from '../../money/costs.ts';
import { notedOffers } from './job-offers.ts';
import type { Offer } from './offer.ts';

/** The keys that costs are grouped by, with the names of the tags that a ledger has jobs of. */
export function costKeyOffers(ledger: string): Offer[] {
  const tags = notedOffers(ledger, 'tags').map(({ word }) => `${tagKeyPrefix}${word.split('=', 1)[0]}`);
  return [...new Set([...costKeys, ...tags])].map((word) => ({ word, says: '' }));
}
