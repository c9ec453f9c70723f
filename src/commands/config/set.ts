import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { assertOfMachine, readSettingName, settingArgument } from '../../account/setting-argument.ts';
import { isCastSetting } from '../../account/settings/cast.ts';
import { parseSetting, settingText } from '../../account/settings/setting-table.ts';
import { withoutSetting, withSetting } from '../../account/settings/settings.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import { defineCommand } from '../../command/define-command.ts';
import { isLocal } from '../../service/body/media-part.ts';

export const configSetCommand = defineCommand({
  describe: 'Change one setting of this machine.',
  arguments: [
    settingArgument,
    { name: 'value', says: 'its value', required: true, completes: 'setting-value' },
  ],
  flags: {},
  examples: [
    'genctl config set model vendor-b/video-2.5',
    'genctl config set timeout 20m',
    'genctl config set budget.day 20',
    'genctl config set cast.fox fox.png',
  ],
  parse({ arguments: [given = '', text = ''] }) {
    const name = readSettingName(given);
    return { name, value: parseSetting(name, text) };
  },
  async run({ around, clock, globals, home, listen }, { name, value: typed }) {
    assertOfMachine(globals, name, settingText(typed));
    const isCast = isCastSetting(name) && Array.isArray(typed);
    const value = isCast ? keptFiles(typed, around.workingFolder) : typed;
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withSetting(stored, name, value),
    );
    for (const file of isCast && Array.isArray(value) ? value : [])
      if (isLocal(file) && !/^file:/i.test(file) && !existsSync(file))
        listen({ kind: 'warning', message: `${name} is set, but there is no file ${file} yet` });
  },
});

export const configUnsetCommand = defineCommand({
  describe: 'Reset one setting to its built-in value.',
  arguments: [settingArgument],
  flags: {},
  examples: ['genctl config unset model', 'genctl config unset timeout'],
  parse: ({ arguments: [name = ''] }) => ({ name: readSettingName(name) }),
  async run({ clock, globals, home }, { name }) {
    assertOfMachine(globals, name);
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withoutSetting(stored, name),
    );
  },
});

/** Files as they are kept: a path is absolute, so that it means one file wherever a command runs. A link stays as it is. */
function keptFiles(files: readonly string[], workingFolder: string): string[] {
  return files.map((file) => (isLocal(file) && !/^file:/i.test(file) ? resolve(workingFolder, file) : file));
}
