import { assertOfMachine, readSettingName, settingArgument } from '../../account/setting-argument.ts';
import { withoutSetting } from '../../account/settings/settings.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import { defineCommand } from '../../command/define-command.ts';

export const configUnsetCommand = defineCommand({
  describe: 'Reset one setting to its built-in value.',
  arguments: [settingArgument],
  flags: {},
  examples: ['genctl config unset model', 'genctl config unset timeout'],
  parse: ({ arguments: [name = ''] }) => ({ name: readSettingName(name) }),
  async run({ clock, globals, home }, { name }) {
    assertOfMachine(globals, ['set', name, ''], name);
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withoutSetting(stored, name),
    );
  },
});
