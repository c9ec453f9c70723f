import { basename } from 'node:path';
import { readSettings } from '../../account/settings/settings.ts';
import { openCompositions } from '../../compose/compositions.ts';
import { costKeys, tagKeyPrefix } from '../../money/costs.ts';
import { readDefaults } from '../../request/defaults.ts';
import type { Asked } from './asked.ts';
import { notedOffers } from './job-offers.ts';
import type { Offer } from './line-place.ts';

/** The names of the cast behind a beginning, each with the names of its files. */
export function castOffers({ environment, home, workingFolder }: Asked, begin: '@' | 'cast.'): Offer[] {
  const around = { environment, workingFolder: workingFolder() };
  const { cast } = readDefaults(around, readSettings(home), undefined);
  return [...cast].map(([name, files]) => ({
    word: `${begin}${name}`,
    says: files.map((file) => basename(file)).join(', '),
  }));
}

/** The saved requests by name. */
export function compositionOffers(home: string): Offer[] {
  return openCompositions(home)
    .names()
    .sort()
    .map((word) => ({ word, says: '' }));
}

/** The keys that costs are grouped by, with the names of the tags that a ledger has jobs of. */
export function costKeyOffers(ledger: string): Offer[] {
  const tags = notedOffers(ledger, 'tag').map(({ word }) => `${tagKeyPrefix}${word.split('=', 1)[0]}`);
  return [...new Set([...costKeys, ...tags])].map((word) => ({ word, says: '' }));
}
