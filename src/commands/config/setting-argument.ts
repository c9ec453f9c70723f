import { UsageError } from '../../errors/endings.ts';
import { type SettingName, settingNamed, settingNames } from '../../store/setting-table.ts';
import type { Argument } from '../line/define-command.ts';

/** The argument that names a setting. */
export const settingArgument: Argument = {
  name: 'name',
  says: 'a setting of genctl config list',
  required: true,
  choices: settingNames,
};

/** What does with accounts what `config` does with settings. */
const ofAccounts = { get: 'status', set: 'use' } as const;

/** The setting that a word of a line names. Throws UsageError, also for the account in use, which other programs have as one. */
export function readSettingName(command: 'get' | 'set' | 'unset', word: string): SettingName {
  if (!/^(default[-_])?(profile|account|context)$/.test(word)) return settingNamed(word);
  throw new UsageError({
    code: 'unknown_setting',
    message: `There is no setting ${JSON.stringify(word)}`,
    why: 'Which account is in use is no setting: auth has the accounts.',
    hint: 'genctl auth list',
    changes: command === 'unset' ? undefined : [{ command: ['auth', ofAccounts[command]] }, { word }],
  });
}
