import { profileNames } from '../../store/profiles.ts';
import { readSettings } from '../../store/settings.ts';
import type { Offer } from './offer.ts';

/** The accounts, the default one said to be. Their URLs stay out of it: a window may be watched. */
export function profileOffers(home: string): Offer[] {
  const stored = readSettings(home);
  return profileNames(stored).map((name) => ({
    word: name,
    says: name === stored.default_profile ? 'the default' : name === 'sandbox' ? 'the embedded service' : '',
  }));
}
