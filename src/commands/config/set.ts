import { parseSetting } from '../../store/setting-table.ts';
import { withSetting } from '../../store/settings.ts';
import { changeSettings } from '../../store/settings-writer.ts';
import { defineCommand } from '../line/define-command.ts';
import { readSettingName, settingArgument } from './setting-argument.ts';

export const configSetCommand = defineCommand({
  describe: 'Change one setting of this machine.',
  arguments: [
    settingArgument,
    { name: 'value', says: 'its value', required: true, completes: 'setting-value' },
  ],
  flags: {},
  examples: ['genctl config set model vendor-b/video-2.5', 'genctl config set timeout 20m'],
  parse({ arguments: [given = '', text = ''] }) {
    const name = readSettingName('set', given);
    return { name, value: parseSetting(name, text) };
  },
  async run({ clock, home }, { name, value }) {
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withSetting(stored, name, value),
    );
  },
});
