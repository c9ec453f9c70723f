import { UsageError } from '../../errors/endings.ts';
import { commandWords, readCommand } from './setting-kind.ts';
import type { SettingName, SettingValue } from './setting-table.ts';

/** The environment variables that hold settings; an empty one counts as unset. */
export interface SettingEnvironment {
  GENCTL_MODEL?: string | undefined;
  /** A JSON array. */
  GENCTL_UPLOAD_COMMAND?: string | undefined;
}

/** The model that the environment names. */
export function environmentModel({ GENCTL_MODEL }: SettingEnvironment): string | undefined {
  return GENCTL_MODEL?.trim() || undefined;
}

/** The upload command that the environment gives. Throws UsageError where the variable holds none. */
export function environmentUploadCommand({
  GENCTL_UPLOAD_COMMAND: text,
}: SettingEnvironment): string[] | undefined {
  if (text === undefined || text === '') return undefined;
  const command = readCommand(text);
  if (command !== undefined) return command;
  throw new UsageError({
    code: 'invalid_command',
    // Its value is not shown: a line that was meant for a shell may hold a key.
    message: 'GENCTL_UPLOAD_COMMAND is not a command',
    why: `It takes ${commandWords}. No shell reads it.`,
    hint: `GENCTL_UPLOAD_COMMAND='["PROGRAM", "ARGUMENT"]'`,
  });
}

/** The value that the environment gives a setting, and the variable that it is in; undefined for none. Throws UsageError. */
export function environmentSetting(
  name: SettingName,
  environment: SettingEnvironment,
): { value: SettingValue; origin: keyof SettingEnvironment } | undefined {
  if (name === 'model') return found(environmentModel(environment), 'GENCTL_MODEL');
  if (name === 'upload_command') return found(environmentUploadCommand(environment), 'GENCTL_UPLOAD_COMMAND');
  return undefined;
}

function found(
  value: SettingValue | undefined,
  origin: keyof SettingEnvironment,
): { value: SettingValue; origin: keyof SettingEnvironment } | undefined {
  return value === undefined ? undefined : { value, origin };
}
