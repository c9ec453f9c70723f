import type { Argument } from '../cli/arguments.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { type AccountFlags, namedByFlags } from './account.ts';
import { isProfileField, sandboxProfile } from './profiles.ts';
import { type SettingName, settingNamed, settingNames } from './settings/setting-table.ts';

/** The argument that names a setting. */
export const settingArgument: Argument = {
  name: 'name',
  says: 'a setting of genctl config list',
  required: true,
  choices: settingNames,
  completes: 'setting',
};

/** The setting that a word of a line names. Throws UsageError, also for the account in use, which other programs have as one. */
export function readSettingName(word: string): SettingName {
  if (!/^(default[-_])?(profile|account|context)$/.test(word)) return settingNamed(word);
  throw new UsageError({
    code: 'unknown_setting',
    message: `There is no setting ${JSON.stringify(word)}`,
    why: 'The account in use is not a setting; use the auth commands for accounts.',
    hint: genctl`auth list`,
  });
}

/**
 * Refuses an account for a setting that each account can have of its own: it would be set for all of them.
 *
 * @param text the value as it is typed; undefined where the setting is unset.
 */
export function assertOfMachine(globals: AccountFlags, name: SettingName, text?: string): void {
  const account = namedByFlags(globals);
  if (account === undefined || !isProfileField(name)) return;
  const ofAccount = ['set', name, text ?? ''];
  const change = text === undefined ? ['unset', name] : ['set', name, text];
  const what = `config and ${globals.sandbox === true ? '--sandbox' : '--profile'}`;
  if (account === sandboxProfile.name)
    throw flagConflict(what, 'The sandbox uses the settings of all accounts.', genctl`config ${change}`);
  const why = `config sets ${name} for all accounts; each account can have its own.`;
  throw flagConflict(what, why, genctl`auth ${ofAccount} --profile ${account}`);
}
