import { withoutSetting } from '../../store/settings.ts';
import { changeSettings } from '../../store/settings-writer.ts';
import { defineCommand } from '../line/define-command.ts';
import { assertOfMachine, readSettingName, settingArgument } from './setting-argument.ts';

export const configUnsetCommand = defineCommand({
  describe: 'Reset one setting to its built-in value.',
  arguments: [settingArgument],
  flags: {},
  examples: ['genctl config unset model', 'genctl config unset timeout'],
  parse: ({ arguments: [name = ''] }) => ({ name: readSettingName(name) }),
  async run({ clock, globals, home }, { name }) {
    assertOfMachine(globals, `set ${name} ''`, name);
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withoutSetting(stored, name),
    );
  },
});
