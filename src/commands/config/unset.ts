import { settingNamed, settingNames } from '../../store/setting-table.ts';
import { withoutSetting } from '../../store/settings.ts';
import { changeSettings } from '../../store/settings-writer.ts';
import { defineCommand } from '../line/define-command.ts';

export const configUnsetCommand = defineCommand({
  describe: 'Put one setting back to its built-in value.',
  arguments: [
    {
      name: 'name',
      says: 'a setting of genctl config list',
      many: false,
      required: true,
      choices: settingNames,
    },
  ],
  flags: {},
  examples: ['genctl config unset model', 'genctl config unset timeout'],
  parse: ({ arguments: [name = ''] }) => ({ name: settingNamed(name) }),
  async run({ clock, home }, { name }) {
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withoutSetting(stored, name),
    );
  },
});
