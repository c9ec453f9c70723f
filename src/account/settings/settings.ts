import { statSync } from 'node:fs';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { gaps } from '../../text/gaps.ts';
import { objectOf } from '../../text/json-object.ts';
import { homePlaces } from '../home.ts';
import { settingFault } from './setting-kind.ts';
import { isSettingName, type SettingValue, type SettingValues, settingOf } from './setting-table.ts';

/** The contents of `config.json` as they stand there; each value is checked only when it is used. */
export interface StoredSettings {
  settings: Record<string, unknown>;
  profiles: Record<string, unknown>;
  default_profile: string | null;
  /** The names of further fields, of which genctl knows nothing; absent where there are none. */
  others?: readonly string[];
}

const limits = { bytesMost: 8 * 1024 * 1024, what: 'config.json' };

/**
 * Reads `config.json`; without a file everything is empty. It creates and changes nothing.
 *
 * @throws MachineError where it can't be read or is no JSON; UsageError where it is too long for settings.
 */
export function readSettings(home: string): StoredSettings {
  const path = homePlaces(home).config;
  let text: string;
  try {
    text = readSettingsText(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { settings: {}, profiles: {}, default_profile: null };
    throw storeFailure("the settings can't be read", path, error);
  }
  return storedSettings(path, text);
}

/** Refuses a pipe or a device, because reading one may wait for ever. */
function readSettingsText(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() && !stats.isDirectory()) throw corrupt(path, 'it is a pipe or a device');
  return readWholeText(path, limits);
}

/**
 * The settings that are set, each checked. Names that this version does not know are skipped.
 *
 * @throws UsageError for a value of the wrong kind, with the command that mends it.
 */
export function settingValues(stored: StoredSettings): SettingValues {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stored.settings)) {
    if (!isSettingName(name)) continue;
    const setting = settingOf(name);
    const fault = settingFault(setting, value);
    if (fault !== undefined) {
      throw new UsageError({
        code: 'setting_invalid',
        message: `the setting ${name} in config.json can't be ${JSON.stringify(value)?.slice(0, 60)}`,
        why: fault,
        // A budget that is unset is lifted, which no line is to say for the sake of a slip.
        hint:
          setting.kind === 'money' ? genctl`config set ${name} ${gaps.amount}` : genctl`config unset ${name}`,
      });
    }
    values[name] = value;
  }
  return values as SettingValues;
}

/** The stored settings with one changed. */
export function withSetting(stored: StoredSettings, name: string, value: SettingValue): StoredSettings {
  return { ...stored, settings: { ...stored.settings, [name]: value } };
}

export function withoutSetting(stored: StoredSettings, name: string): StoredSettings {
  const { [name]: _, ...settings } = stored.settings;
  return { ...stored, settings };
}

function storedSettings(path: string, text: string): StoredSettings {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw corrupt(path, describeJsonFault(text) ?? 'it is not JSON');
  }
  const config = objectOf(value);
  if (config === undefined) throw corrupt(path, 'it holds no object');
  const { settings = {}, profiles = {}, default_profile = null, ...rest } = config;
  const [settingsObject, profilesObject] = [objectOf(settings), objectOf(profiles)];
  if (settingsObject === undefined) throw corrupt(path, '"settings" is not an object');
  if (profilesObject === undefined) throw corrupt(path, '"profiles" is not an object');
  if (default_profile !== null && typeof default_profile !== 'string') {
    throw corrupt(path, '"default_profile" is not a text');
  }
  const others = Object.keys(rest);
  const known = { settings: settingsObject, profiles: profilesObject, default_profile };
  return others.length === 0 ? known : { ...known, others };
}

function corrupt(path: string, why: string): MachineError {
  return new MachineError({
    code: 'settings_corrupt',
    message: `the settings can't be read: ${path}`,
    why,
    hint: say`fix the file by hand, or start over: mv '${path}' '${path}.broken' && ${genctl`auth login`}`,
    retryable: false,
  });
}
