import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { objectOf } from '../../text/json-object.ts';
import { isProfileField } from '../profiles.ts';
import { isSettingName } from './setting-table.ts';
import type { StoredSettings } from './settings.ts';

/** The fields of a profile that `auth login` sets. */
const loginFields: readonly string[] = ['base_url', 'api_key', 'name'];

/** The names in `config.json` that genctl does not know, as they stand there: `settings.budget`, `profiles.studio.Budget.Day`. */
export function unknownSettings({ others = [], profiles, settings }: StoredSettings): string[] {
  const ofProfiles = Object.entries(profiles).flatMap(([profile, fields]) =>
    Object.keys(objectOf(fields) ?? {})
      .filter((name) => !isProfileField(name) && !loginFields.includes(name))
      .map((name) => `profiles.${profile}.${name}`),
  );
  const ofSettings = Object.keys(settings).filter((name) => !isSettingName(name));
  return [...others, ...ofSettings.map((name) => `settings.${name}`), ...ofProfiles];
}

/** Throws UsageError for a name that is meant for a budget and is none: whoever wrote it relies on a limit that does not hold. */
export function assertBudgetsKnown(stored: StoredSettings): void {
  const [name] = unknownSettings(stored).filter((one) =>
    /budget/i.test(one.replace(/^profiles\.[^.]*\./, '')),
  );
  if (name === undefined) return;
  throw new UsageError({
    code: 'unknown_setting',
    message: `config.json has ${JSON.stringify(name)}, which sets no budget`,
    why: 'The budgets are "budget.day" and "budget.month", each one name with a dot, in small letters. Nothing was sent.',
    hint: genctl`config list`,
  });
}
