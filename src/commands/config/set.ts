import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AccountFlags, namedByFlags } from '../../account/account.ts';
import { isProfileField, sandboxProfile } from '../../account/profiles.ts';
import {
  isCastSetting,
  parseSetting,
  type SettingName,
  settingNamed,
  settingNames,
  settingOf,
  settingText,
} from '../../account/settings/setting-table.ts';
import { withoutSetting, withSetting } from '../../account/settings/settings.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import type { Argument } from '../../cli/arguments.ts';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { defineCommand } from '../../command/define-command.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { confirmBudget } from './confirm-budget.ts';
import { printSetting } from './print-setting.ts';

/** The argument that names a setting. */
export const settingArgument: Argument = {
  name: 'name',
  says: 'a setting of genctl config list',
  required: true,
  choices: settingNames,
  completes: 'setting',
};

/** The setting that a word of a line names. Throws UsageError, also for the account in use, which other programs have as one. */
export function readSettingName(word: string): SettingName {
  if (!/^(default[-_])?(profile|account|context)$/.test(word)) return settingNamed(word);
  throw new UsageError({
    code: 'unknown_setting',
    message: `There is no setting ${JSON.stringify(word)}`,
    why: 'The account in use is not a setting; use the auth commands for accounts.',
    hint: genctl`auth list`,
  });
}

/**
 * Refuses an account for a setting that each account can have of its own: it would be set for all of them.
 *
 * @param text the value as it is typed; undefined where the setting is unset.
 */
function assertOfMachine(globals: AccountFlags, name: SettingName, text?: string): void {
  const account = namedByFlags(globals);
  if (account === undefined || !isProfileField(name)) return;
  const ofAccount = ['set', name, text ?? ''];
  const change = text === undefined ? ['unset', name] : ['set', name, text];
  const what = `config and ${globals.sandbox === true ? '--sandbox' : '--profile'}`;
  if (account === sandboxProfile.name)
    throw flagConflict(what, 'The sandbox uses the settings of all accounts.', genctl`config ${change}`);
  const why = `config sets ${name} for all accounts; each account can have its own.`;
  throw flagConflict(what, why, genctl`auth ${ofAccount} --profile ${account}`);
}

export const set = defineCommand({
  describe:
    "Change one setting of this machine, and print what it is now. Quote an amount with a dollar sign, as '$20': a shell turns $20 into 0. A budget of 0 needs --yes.",
  arguments: [
    settingArgument,
    { name: 'value', says: 'its value', required: true, completes: 'setting-value' },
  ],
  flags: {},
  examples: [
    'genctl config set model vendor-b/video-2.5',
    'genctl config set timeout 20m',
    'genctl config set budget.day 20',
    "genctl config set budget.day '$0.50'",
    'genctl config set cast.fox fox.png',
  ],
  parse({ arguments: [given = '', text = ''] }) {
    const name = readSettingName(given);
    return { name, value: parseSetting(name, text) };
  },
  async run(context, { name, value: typed }) {
    const { around, clock, globals, home, listen } = context;
    assertOfMachine(globals, name, settingText(typed));
    if (settingOf(name).kind === 'money') await confirmBudget(context, { name, usd: Number(typed) });
    const isCast = isCastSetting(name) && Array.isArray(typed);
    const value = isCast ? keptFiles(typed, around.workingFolder) : typed;
    const changed = await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withSetting(stored, name, value),
    );
    for (const file of isCast && Array.isArray(value) ? value : [])
      if (isLocal(file) && !/^file:/i.test(file) && !existsSync(file))
        listen({ kind: 'warning', message: `${name} is set, but there is no file ${file} yet` });
    await printSetting(context, name, changed);
  },
});

export const unset = defineCommand({
  describe: 'Reset one setting to its built-in value.',
  arguments: [settingArgument],
  flags: {},
  examples: ['genctl config unset model', 'genctl config unset timeout'],
  parse: ({ arguments: [name = ''] }) => ({ name: readSettingName(name) }),
  async run(context, { name }) {
    const { clock, globals, home } = context;
    assertOfMachine(globals, name);
    const changed = await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withoutSetting(stored, name),
    );
    await printSetting(context, name, changed);
  },
});

/** Files as they are kept: a path is absolute, so that it means one file wherever a command runs. A link stays as it is. */
function keptFiles(files: readonly string[], workingFolder: string): string[] {
  return files.map((file) => (isLocal(file) && !/^file:/i.test(file) ? resolve(workingFolder, file) : file));
}
