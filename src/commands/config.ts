import { namedByFlags } from '../account/account.ts';
import { type ListedSetting, listedSettings } from '../account/listed-settings.ts';
import { findProfile, isProfileField } from '../account/profiles.ts';
import { settingOf, settingText } from '../account/settings/setting-table.ts';
import { settingValues } from '../account/settings/settings.ts';
import { switchFlag } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { documentJson } from '../ledger/job-document.ts';
import { type Column, renderTable } from '../terminal/table.ts';
import { usdOf } from '../text/money.ts';
import { readSettingName, settingArgument } from './config/set.ts';

export const list = defineCommand({
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

export const get = defineCommand({
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

export const path = defineCommand({
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

export const prices = defineCommand({
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
