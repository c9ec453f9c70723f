import { isCastSetting } from '../../account/settings/cast.ts';
import { findProjectFile } from '../../account/settings/project-file.ts';
import { environmentSetting } from '../../account/settings/setting-environment.ts';
import {
  type SettingName,
  type SettingValue,
  settingNames,
  settingOf,
  settingText,
} from '../../account/settings/setting-table.ts';
import { settingValues } from '../../account/settings/settings.ts';
import { switchFlag } from '../../cli/flag.ts';
import type { CommandContext } from '../../command/context.ts';
import { defineCommand } from '../../command/define-command.ts';
import { userFolder } from '../../files/user-folder.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { type Column, renderTable } from '../../terminal/table.ts';

interface ListedSetting {
  name: SettingName;
  value: SettingValue | null;
  origin: string;
  says: string;
}

export const configListCommand = defineCommand({
  describe:
    'List the settings that apply here. The environment comes before the project file, then this machine’s settings, then the built-in values.',
  flags: { showOrigin: switchFlag('--show-origin', 'show where each comes from') },
  examples: ['genctl config list', 'genctl config list --show-origin --json'],
  parse: ({ flags }) => flags,
  async run(context, { showOrigin }) {
    const { globals, terminal } = context;
    const settings = await listedSettings(context);
    if (globals.json)
      terminal.out.write(documentJson('genctl.settings/v1', { items: settings }, terminal.out));
    else {
      const { colors } = terminal.out;
      const origin: Column<ListedSetting> = { title: 'ORIGIN', text: (one) => one.origin, dropOrder: 0 };
      const columns: Column<ListedSetting>[] = [
        { title: 'NAME', text: ({ name }) => name, dropOrder: 0, paint: colors.accent },
        { title: 'VALUE', text: ({ value }) => settingText(value), dropOrder: 0 },
        ...(showOrigin ? [origin] : []),
        { title: 'MEANS', text: ({ says }) => says, dropOrder: 1, paint: colors.dim },
      ];
      terminal.out.lines(renderTable(settings, columns, terminal.out));
    }
  },
});

async function listedSettings({ around, home, settings }: CommandContext): Promise<ListedSetting[]> {
  const stored = settingValues(await settings());
  const project = findProjectFile({
    workingFolder: around.workingFolder,
    userFolder: userFolder(around.environment.HOME),
  });
  const folder = await home();
  const given: Partial<Record<SettingName, SettingValue>> = { ...project?.defaults };
  const cast = new Set([...Object.keys(stored), ...Object.keys(given)].filter(isCastSetting));
  return [...settingNames, ...cast].map((name) => {
    const { builtIn, says } = settingOf(name);
    const ofProject = given[name];
    const ofEnvironment = environmentSetting(name, around.environment);
    if (ofEnvironment !== undefined) return { name, ...ofEnvironment, says };
    if (ofProject !== undefined) return { name, value: ofProject, origin: project?.path ?? '', says };
    if (stored[name] !== undefined)
      return { name, value: stored[name], origin: `${folder}/config.json`, says };
    return { name, value: builtIn, origin: 'built-in', says };
  });
}
