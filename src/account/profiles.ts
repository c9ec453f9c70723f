import { UsageError } from '../errors/endings.ts';
import { either, genctl, type Hint } from '../errors/hint.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import { environmentProfileName } from './rules/claim-account.ts';
import { type SettingKind, settingFault } from './settings/setting-kind.ts';
import type { StoredSettings } from './settings/settings.ts';

/** A stored account: a service, and where its key comes from. */
export interface Profile {
  name: string;
  base_url: string;
  api_key?: string;
  /** Program and arguments; no shell. Prints the key. */
  credential_command?: string[];
  model?: string;
  /** Program and arguments; no shell. Takes a path, prints an https URL. */
  upload_command?: string[];
  /** The most that it may spend a day. Unit: USD. */
  'budget.day'?: number;
  /** The most that it may spend a month. Unit: USD. */
  'budget.month'?: number;
}

/** The profile that always exists, for the embedded sandbox. It needs no key and can't be changed. */
export const sandboxProfile: Profile = { name: 'sandbox', base_url: 'sandbox:' };

/** Tells whether the prices of an account are the sandbox's, embedded or served, which are invented. */
export function hasInventedPrices({ profile }: { profile: string | null }): boolean {
  return profile === sandboxProfile.name;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The names of all profiles, the sandbox last. */
export function profileNames(stored: StoredSettings): string[] {
  return [...ownProfileNames(stored), sandboxProfile.name];
}

/** The names of all profiles but the sandbox. */
export function ownProfileNames({ profiles }: StoredSettings): string[] {
  return Object.keys(profiles).filter((name) => name !== sandboxProfile.name);
}

/** All profiles, the sandbox last. Throws UsageError where one is broken. */
export function listProfiles(stored: StoredSettings): Profile[] {
  return profileNames(stored).map((name) => findProfile(stored, name));
}

/**
 * Finds a profile by its name.
 *
 * @throws UsageError where there is none, with the names that there are, and where it is broken.
 */
export function findProfile(stored: StoredSettings, name: string): Profile {
  if (name === sandboxProfile.name) return sandboxProfile;
  const value = ownValue(stored.profiles, name);
  if (value === undefined) throw unknownProfile(stored, name);
  return readProfile(name, value);
}

/** The fields of a profile that can be set one by one, each of the kind of a setting. */
export const profileFields = {
  model: 'text',
  credential_command: 'command',
  upload_command: 'command',
  'budget.day': 'money',
  'budget.month': 'money',
} as const satisfies Partial<Record<keyof Profile, SettingKind['kind']>>;

export type ProfileField = keyof typeof profileFields;

export function isProfileField(name: string): name is ProfileField {
  return Object.hasOwn(profileFields, name);
}

/**
 * Adds an account after a login. An existing profile of that name keeps its other fields, except for a program that gives its
 * key. It becomes the default where none is, or the sandbox. Throws UsageError.
 */
export function withLogin(stored: StoredSettings, { name, ...given }: Profile): StoredSettings {
  assertOwnName(name);
  const known = objectOf(ownValue(stored.profiles, name)) ?? {};
  const { credential_command: _, name: __, ...kept } = known;
  const { default_profile } = stored;
  const isOwn = default_profile !== null && default_profile !== sandboxProfile.name;
  return {
    ...stored,
    profiles: { ...stored.profiles, [name]: { ...kept, ...given } },
    default_profile: isOwn ? default_profile : name,
  };
}

/** Sets one field of a profile, or removes it where the value is undefined. Throws UsageError. */
export function withProfileField(
  stored: StoredSettings,
  name: string,
  field: ProfileField,
  value: string | string[] | number | undefined,
): StoredSettings {
  assertOwnName(name);
  const { name: _, ...profile } = findProfile(stored, name);
  const { [field]: __, ...rest } = profile;
  const fields = value === undefined ? rest : { ...rest, [field]: value };
  return { ...stored, profiles: { ...stored.profiles, [name]: fields } };
}

/** Makes a profile the default. Throws UsageError where there is none of that name. */
export function withDefaultProfile(stored: StoredSettings, name: string): StoredSettings {
  findProfile(stored, name);
  return { ...stored, default_profile: name };
}

/**
 * Removes a profile with its key. Where it was the default, or none is, the one account that is left becomes it; of several none.
 * Throws UsageError.
 */
export function withoutProfile(stored: StoredSettings, name: string): StoredSettings {
  assertOwnName(name, name === sandboxProfile.name ? genctl`auth list` : 'unset these two variables');
  if (!Object.hasOwn(stored.profiles, name))
    throw unknownProfile(stored, name).mendBy(() => genctl`auth list`);
  const { [name]: _, ...profiles } = stored.profiles;
  const left = { ...stored, profiles };
  const kept = stored.default_profile === name ? null : stored.default_profile;
  const [only = null, ...others] = ownProfileNames(left);
  return { ...left, default_profile: kept ?? (others.length === 0 ? only : null) };
}

/** @throws UsageError for a name that no profile can have. */
export function assertOwnName(name: string, hint: Hint = 'choose another name'): void {
  if (name === sandboxProfile.name || name === environmentProfileName) {
    throw new UsageError({
      code: 'profile_reserved',
      message: `the profile ${name} can be neither added nor removed`,
      why:
        name === sandboxProfile.name
          ? 'it is the service embedded in genctl, and needs no key'
          : 'it names the account that GENCTL_BASE_URL and GENCTL_API_KEY make',
      hint,
    });
  }
  if (namePattern.test(name)) return;
  throw new UsageError({
    code: 'profile_name_invalid',
    message: `a profile can't be called ${JSON.stringify(name.slice(0, 80))}`,
    why: 'a name has 1 to 64 of A-Z a-z 0-9 . _ - and begins with a letter or a digit',
    hint: 'choose another name',
  });
}

function readProfile(name: string, value: unknown): Profile {
  const fields = objectOf(value);
  if (fields === undefined || typeof fields.base_url !== 'string')
    throw brokenProfile(name, 'its base_url is not text');
  const profile: Profile = { name, base_url: fields.base_url };
  for (const [field, kind] of Object.entries({ ...profileFields, api_key: 'text' as const })) {
    const stored = ownValue(fields, field) ?? undefined;
    if (stored === undefined) continue;
    const fault = settingFault({ kind }, stored);
    if (fault !== undefined) throw brokenProfile(name, `its ${field} can't be used: ${fault}`);
    Object.assign(profile, { [field]: stored });
  }
  return profile;
}

function unknownProfile(stored: StoredSettings, name: string): UsageError {
  const isName = namePattern.test(name);
  return new UsageError({
    code: 'unknown_profile',
    message: `there is no profile ${JSON.stringify(name.slice(0, 80))}`,
    why: `Stored: ${profileNames(stored).join(', ')}.`,
    hint: either(
      genctl`auth list`,
      `; to add ${isName ? 'it' : 'one'}: `,
      genctl`auth login ${isName ? ['--profile', name] : []}`,
    ),
  });
}

function brokenProfile(name: string, why: string): UsageError {
  return new UsageError({
    code: 'profile_broken',
    message: `the profile ${name} in config.json can't be used`,
    why,
    hint: either(genctl`auth login --profile ${name}`, ', or remove it: ', genctl`auth logout ${name}`),
  });
}
