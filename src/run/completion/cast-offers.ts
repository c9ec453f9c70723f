import { basename } from 'node:path';
import { readSettings } from '../../account/settings/settings.ts';
import { readDefaults } from '../../request/defaults.ts';
import type { Asked } from './asked.ts';
import type { Offer } from './offer.ts';

/** The names of the cast behind a beginning, each with the names of its files. */
export function castOffers({ environment, home, workingFolder }: Asked, begin: '@' | 'cast.'): Offer[] {
  const around = { environment, workingFolder: workingFolder() };
  const { cast } = readDefaults(around, readSettings(home), undefined);
  return [...cast].map(([name, files]) => ({
    word: `${begin}${name}`,
    says: files.map((file) => basename(file)).join(', '),
  }));
}
