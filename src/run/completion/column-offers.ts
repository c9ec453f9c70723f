import { jobColumnNames } from '../../follow/words/job-column-names.ts';
import type { Offer } from './offer.ts';

/** The columns that a list parted by commas does not have yet, each behind what is typed of it. */
export function columnOffers(typed: string): Offer[] {
  const given = typed.split(',').slice(0, -1);
  return jobColumnNames
    .filter((name) => !given.includes(name))
    .map((name) => ({ word: [...given, name].join(','), says: '' }));
}
