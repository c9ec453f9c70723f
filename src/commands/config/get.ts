import { namedByFlags } from '../../account/account.ts';
import { findProfile, isProfileField } from '../../account/profiles.ts';
import { readSettingName, settingArgument } from '../../account/setting-argument.ts';
import { settingOf, settingText } from '../../account/settings/setting-table.ts';
import { settingValues } from '../../account/settings/settings.ts';
import { defineCommand } from '../../command/define-command.ts';
import { documentJson } from '../../ledger/job-document.ts';

export const configGetCommand = defineCommand({
  describe: 'Print the value of one setting.',
  arguments: [settingArgument],
  flags: {},
  examples: ['genctl config get model', 'genctl config get concurrency'],
  parse: ({ arguments: [name = ''] }) => ({ name: readSettingName(name) }),
  async run({ globals, settings, terminal }, { name }) {
    const stored = await settings();
    const account = namedByFlags(globals);
    // An account's own setting goes before the one for all.
    const profile = account === undefined ? undefined : findProfile(stored, account);
    const own = isProfileField(name) ? profile?.[name] : undefined;
    const value = own ?? settingValues(stored)[name] ?? settingOf(name).builtIn;
    if (globals.json)
      terminal.out.write(documentJson('genctl.setting/v1', { name, value }, { isTerminal: false }));
    else terminal.out.values([settingText(value)]);
  },
});
