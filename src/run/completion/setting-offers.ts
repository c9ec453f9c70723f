import { profileNames } from '../../account/profiles.ts';
import { isSettingName, settingNames, settingOf } from '../../account/settings/setting-table.ts';
import { readSettings } from '../../account/settings/settings.ts';
import type { Asked } from './asked.ts';
import type { Offer } from './line-place.ts';
import { modelOffers } from './model-offers.ts';

/** The accounts, with the default marked. Their URLs are not shown, because others may see the window. */
export function profileOffers(home: string): Offer[] {
  const stored = readSettings(home);
  return profileNames(stored).map((name) => ({
    word: name,
    says: name === stored.default_profile ? 'the default' : name === 'sandbox' ? 'the embedded service' : '',
  }));
}

export function settingNameOffers(): Offer[] {
  return settingNames.map((name) => ({ word: name, says: '' }));
}

/** The values of the setting that the line names last. */
export async function settingOffers(asked: Asked): Promise<Offer[]> {
  const name = asked.line.findLast(isSettingName);
  if (name === 'model') return modelOffers(asked);
  const setting = name === undefined ? undefined : settingOf(name);
  if (setting?.kind !== 'choice') return [];
  return setting.choices.map((choice) => ({ word: choice, says: setting.says }));
}
