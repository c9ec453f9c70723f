import { namedByFlags } from '../../account/account.ts';
import {
  isProfileField,
  type ProfileField,
  profileFields,
  sandboxProfile,
  withProfileField,
} from '../../account/profiles.ts';
import { commandWords, readCommand } from '../../account/settings/setting-kind.ts';
import { isSettingName, settingText, signMend } from '../../account/settings/setting-table.ts';
import type { StoredSettings } from '../../account/settings/settings.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import { type CommandContext, defineCommand } from '../../command/define-command.ts';
import { gapLeft, UsageError } from '../../errors/endings.ts';
import { genctl, orElse, say } from '../../errors/hint.ts';
import { hasGap } from '../../text/gaps.ts';
import { amountWords, keptAmountOf, likelyAmount, shellNote } from '../../text/money.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { safeLine } from '../../text/safe-text.ts';
import { confirmBudget } from '../config/confirm-budget.ts';
import { budgetWords, nothingWords, printSettingDocument, storedValue } from '../config/print-setting.ts';

const names = Object.keys(profileFields);

export const command = defineCommand({
  describe: `Set a field of the account that --profile names: ${names.join(', ')}. A command is a JSON array of a program and its arguments. A budget is an amount in USD, such as 20; to set it to 0, or to remove it, add --yes. An empty value removes the field.`,
  arguments: [
    { name: 'field', says: names.join(', '), required: true, choices: names },
    { name: 'value', says: 'its value; empty removes it', required: true, completes: 'setting-value' },
  ],
  flags: {},
  examples: [
    `genctl auth set upload_command '["put-online", "--public"]' --profile studio`,
    `genctl auth set credential_command '["pass", "genctl"]' --profile studio`,
    'genctl auth set budget.day 20 --profile studio',
  ],
  parse({ arguments: [field = '', text = ''] }) {
    if (!isProfileField(field)) {
      const near = nearestName(field, names);
      throw new UsageError({
        code: 'unknown_field',
        message: `An account has no field ${JSON.stringify(field)} to set`,
        why: `It has ${names.length}: ${names.join(', ')}.${near === undefined ? '' : ` The nearest is ${near}.`}`,
        // No line that sets a budget is offered, so it stands in words, too.
        hint:
          near === undefined
            ? say`to set its base URL and key: ${genctl`auth login`}`
            : orElse({ change: [{ word: field, to: near }] }, say`${genctl`auth set ${near} ${text}`}`),
      });
    }
    return { field, value: text === '' ? undefined : fieldValue(field, text) };
  },
  async run(context, { field, value }) {
    const { around, clock, globals, home, settings } = context;
    const named = namedByFlags(globals) ?? (around.environment.GENCTL_PROFILE || undefined);
    const name = named ?? (await settings()).default_profile;
    if (name === null || name === undefined) {
      throw new UsageError({
        code: 'no_profile',
        message: `No account to set ${field} of`,
        why: '--profile names none, and there is no default account.',
        hint: genctl`auth list`,
      });
    }
    if (name === sandboxProfile.name) throw sandboxUnchanged(field, value);
    if (profileFields[field] === 'money') {
      const usd = typeof value === 'number' ? value : undefined;
      await confirmBudget(context, { name: `${field} of ${name}`, usd });
    }
    const changed = await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withProfileField(stored, name, field, value),
    );
    printField(context, { name, field, value, changed });
  },
});

type FieldValue = string | string[] | number;

/** A field of an account, after it was changed. */
interface ChangedField {
  /** The name of the account. */
  name: string;
  field: ProfileField;
  /** Undefined where it was removed. */
  value: FieldValue | undefined;
  changed: StoredSettings;
}

/** Prints what a field holds now. The words of a program that prints the key are not shown, because they may hold a secret. */
function printField(
  { globals, terminal }: CommandContext,
  { changed, field, name, value }: ChangedField,
): void {
  const isSecret = field === 'credential_command';
  if (globals.json) printSettingDocument({ terminal }, field, isSecret ? null : (value ?? null));
  else if (!globals.quiet)
    terminal.err.lines([`${field} of ${name} is ${fieldWords({ changed, field, value })}`]);
}

function fieldWords({ changed, field, value }: Omit<ChangedField, 'name'>): string {
  if (value === undefined) return `removed.${ofAllWords(field, changed)}`;
  if (field === 'credential_command') return 'set.';
  if (typeof value !== 'number') return `now ${safeLine(settingText(value))}.`;
  return `now ${budgetWords(field, value)}${nothingWords(value)}.`;
}

/** Words on what holds in the place of a field that was removed. */
function ofAllWords(field: ProfileField, changed: StoredSettings): string {
  const value = isSettingName(field) ? storedValue(changed, field) : undefined;
  if (value === undefined) return isSettingName(field) ? ' It has none.' : '';
  const shown = typeof value === 'number' ? budgetWords(field, value) : safeLine(settingText(value));
  return ` That of each account holds, ${shown}.`;
}

/** The error for a field of the sandbox; what is set for all accounts holds there, too. */
function sandboxUnchanged(field: ProfileField, value: FieldValue | undefined): UsageError {
  const isSetting = isSettingName(field);
  const text = typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  const change = value === undefined ? ['unset', field] : ['set', field, text];
  return new UsageError({
    code: 'profile_reserved',
    message: `the ${isSetting ? 'setting' : 'field'} ${field} can't be set for the sandbox alone`,
    why: `The sandbox is embedded in genctl, needs no key and has no fields of its own.${isSetting ? ' The settings of all accounts apply to it, too.' : ''}`,
    hint: isSetting ? genctl`config ${change}` : genctl`auth list`,
  });
}

function fieldValue(field: ProfileField, text: string): FieldValue {
  if (hasGap(text)) throw gapLeft(text);
  const kind = profileFields[field];
  if (kind === 'text') return text;
  const isAmount = kind === 'money';
  const value = isAmount ? keptAmountOf(text) : readCommand(text);
  if (value !== undefined) return value;
  const example = isAmount ? likelyAmount(text, keptAmountOf) : '["PROGRAM", "ARGUMENT"]';
  throw new UsageError({
    code: isAmount ? 'invalid_amount' : 'invalid_command',
    message: `${field} can't be ${JSON.stringify(text.slice(0, 60))}`,
    why: isAmount
      ? `It takes ${amountWords}.${shellNote(text)}`
      : `It takes ${commandWords}. No shell reads it.`,
    hint: (isAmount ? signMend(text) : undefined) ?? genctl`auth set ${field} ${example}`,
  });
}
