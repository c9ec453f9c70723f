import { namedByFlags } from '../account/account.ts';
import { findProfile, isProfileField, type Profile } from '../account/profiles.ts';
import { readSettingName, settingArgument } from '../account/setting-argument.ts';
import { isCastSetting } from '../account/settings/cast.ts';
import { findProjectFile } from '../account/settings/project-file.ts';
import { environmentSetting } from '../account/settings/setting-environment.ts';
import {
  type SettingName,
  type SettingValue,
  settingNames,
  settingOf,
  settingText,
} from '../account/settings/setting-table.ts';
import { settingValues } from '../account/settings/settings.ts';
import { switchFlag } from '../cli/flag.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { userFolder } from '../files/folder.ts';
import { documentJson } from '../ledger/job-document.ts';
import { type Column, renderTable } from '../terminal/table.ts';
import { usdOf } from '../text/money.ts';

interface ListedSetting {
  name: SettingName;
  value: SettingValue | null;
  origin: string;
  says: string;
}

export const configListCommand = defineCommand({
  describe:
    'List the settings that apply here. The environment comes before the project file, then the account in use, this machine’s settings, the built-in values.',
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

async function listedSettings(context: CommandContext): Promise<ListedSetting[]> {
  const { around, home, settings } = context;
  const stored = settingValues(await settings());
  const profile = await profileInUse(context);
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
    const own = isProfileField(name) ? profile?.[name] : undefined;
    if (own !== undefined) return { name, value: own, origin: `the account ${profile?.name}`, says };
    if (stored[name] !== undefined)
      return { name, value: stored[name], origin: `${folder}/config.json`, says };
    return { name, value: builtIn, origin: 'built-in', says };
  });
}

/** The account that is named, else the one in use. A line that names none needs none. Throws UsageError for a name that is not stored. */
async function profileInUse(context: CommandContext): Promise<Profile | undefined> {
  const named = namedByFlags(context.globals);
  if (named !== undefined) return findProfile(await context.settings(), named);
  try {
    return (await context.account()).stored;
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

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

export const configPathCommand = defineCommand({
  describe:
    'Print the folder where genctl keeps settings, ledger, cache and sandbox. Back it up to lose nothing.',
  flags: {},
  examples: ['genctl config path', 'ls "$(genctl config path)"'],
  parse: () => ({}),
  async run({ globals, home, terminal }) {
    const value = await home();
    if (globals.json)
      terminal.out.write(documentJson('genctl.setting/v1', { name: 'path', value }, { isTerminal: false }));
    else terminal.out.values([value]);
  },
});

export const configPricesCommand = defineCommand({
  describe:
    'Check prices.csv in the folder of config path: what a job costs before one was charged here. Without the file, write one to fill in, from the models list.',
  flags: {},
  examples: ['genctl config prices', 'genctl config prices --json', 'genctl config prices --sandbox'],
  parse: () => ({}),
  async run(context) {
    const { globals, terminal } = context;
    const { findPrices, foundWords, listColumns } = await import('../money/prices/find-prices.ts');
    const found = await findPrices(context);
    const { rows, unpriced, ...facts } = found;
    for (const { line, message } of found.warnings) {
      const where = line === null ? '' : `, line ${line}`;
      context.listen({ kind: 'warning', message: `prices.csv${where}: ${message}` });
    }
    if (globals.json) {
      const items = rows.map(({ leastMicroUsd: least, microUsd, ...row }) => {
        return { ...row, usd: usdOf(microUsd), least_usd: least === 0 ? null : usdOf(least) };
      });
      terminal.out.write(
        documentJson(
          'genctl.prices/v1',
          { ...facts, unpriced: unpriced.map(({ line }) => line), items },
          terminal.out,
        ),
      );
      return;
    }
    if (found.created && found.path !== null) terminal.out.values([found.path]);
    else {
      const { renderTable } = await import('../terminal/table.ts');
      terminal.out.lines(renderTable(rows, listColumns, terminal.out));
    }
    if (!globals.quiet) terminal.err.lines([foundWords(found)]);
  },
});
