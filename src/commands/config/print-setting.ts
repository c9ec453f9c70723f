import { listedSettings } from '../../account/listed-settings.ts';
import { findProfile, isProfileField, ownProfileNames } from '../../account/profiles.ts';
import {
  type SettingName,
  type SettingValue,
  settingOf,
  settingText,
} from '../../account/settings/setting-table.ts';
import type { StoredSettings } from '../../account/settings/settings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { unlessCliError } from '../../errors/cli-error.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { formatMoney } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';

/** Prints what a setting of this machine is after a change: a line for a person, a document for a program. */
export async function printSetting(
  context: CommandContext,
  name: SettingName,
  stored: StoredSettings,
): Promise<void> {
  const { globals, terminal } = context;
  const setting = settingOf(name);
  const value = storedValue(stored, name) ?? setting.builtIn;
  if (globals.json) printSettingDocument(context, name, value);
  else if (!globals.quiet)
    terminal.err.lines([
      setting.kind === 'money'
        ? await budgetOfAll(name, value, stored)
        : `${valueLine(name, value)}${await overridingWords(context, name, { stored, value })}`,
    ]);
}

/** Prints a setting for a program. */
export function printSettingDocument(
  { terminal }: Pick<CommandContext, 'terminal'>,
  name: string,
  value: SettingValue | null,
): void {
  terminal.out.write(documentJson('genctl.setting/v1', { name, value }, { isTerminal: false }));
}

function valueLine(name: string, value: SettingValue | null): string {
  const isNone = value === null;
  return isNone ? `${name} is not set now.` : `${name} is now ${safeLine(settingText(value))}.`;
}

/** The value of a setting as it is stored; undefined for none. Other settings are not read: one may be broken. */
export function storedValue({ settings }: StoredSettings, name: SettingName): SettingValue | undefined {
  return settings[name] as SettingValue | undefined;
}

/** Words on another value that comes first here, and its origin; empty where none does, and where that can't be read. */
async function overridingWords(
  context: CommandContext,
  name: SettingName,
  { stored, value }: { stored: StoredSettings; value: SettingValue | null },
): Promise<string> {
  const listed = await unlessCliError(() => listedSettings({ ...context, settings: async () => stored }));
  const here = listed?.find((setting) => setting.name === name);
  if (here === undefined || settingText(here.value) === settingText(value)) return '';
  return ` Here ${safeLine(settingText(here.value))} comes first, by ${safeLine(here.origin)}.`;
}

/** `budget.day is now $20.00 a day (UTC) for each account, but studio has its own, $5.00.` */
async function budgetOfAll(
  name: SettingName,
  value: SettingValue | null,
  stored: StoredSettings,
): Promise<string> {
  const own: string[] = [];
  for (const account of ownProfileNames(stored)) {
    const profile = await unlessCliError(async () => findProfile(stored, account));
    const budget = isProfileField(name) ? profile?.[name] : undefined;
    if (typeof budget === 'number') own.push(`${account} has its own, ${formatMoney(budget)}`);
  }
  const others = own.length === 0 ? '' : `, but ${own.join(', ')}`;
  if (typeof value !== 'number') return `${name} is not set now${others}.`;
  return `${name} is now ${budgetWords(name, value)} for each account${others}${nothingWords(value)}.`;
}

/** A budget with its period, in words: `$20.00 a day (UTC)`. Unit: USD. */
export function budgetWords(name: string, usd: number): string {
  return `${formatMoney(usd)} a ${name.slice('budget.'.length)} (UTC)`;
}

/** Words on a budget of 0; empty for any other. */
export function nothingWords(usd: number): string {
  return usd === 0 ? ': nothing can be sent' : '';
}
