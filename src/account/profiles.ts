import { UsageError } from '../errors/endings.ts';
import { either, genctl, type Hint } from '../errors/hint.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import { isAmount } from '../text/money.ts';
import { isCommand } from './keys/command-words.ts';
import { environmentProfileName } from './rules/claim-account.ts';
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
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
/** Checks of values, by the fields that a profile may lack: each tells whether its field can hold a value. */
const optionalFields = {
  api_key: isText,
  model: isText,
  credential_command: isCommand,
  upload_command: isCommand,
  'budget.day': isAmount,
  'budget.month': isAmount,
} satisfies Record<Exclude<keyof Profile, 'name' | 'base_url'>, (value: unknown) => boolean>;

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

/** Adds a profile or replaces the one of its name. It becomes the default where none is, or the sandbox. Throws UsageError. */
export function withProfile(stored: StoredSettings, profile: Profile): StoredSettings {
  const { name, ...fields } = profile;
  assertOwnName(name);
  const { default_profile } = stored;
  const isOwn = default_profile !== null && default_profile !== sandboxProfile.name;
  return {
    ...stored,
    profiles: { ...stored.profiles, [name]: fields },
    default_profile: isOwn ? default_profile : name,
  };
}

/** The fields of a profile that can be set one by one: a text, or a program with its arguments. */
export const profileFields = {
  model: 'text',
  credential_command: 'command',
  upload_command: 'command',
  'budget.day': 'money',
  'budget.month': 'money',
} as const;

export type ProfileField = keyof typeof profileFields;

export function isProfileField(name: string): name is ProfileField {
  return Object.hasOwn(profileFields, name);
}

/**
 * Adds an account after a login. An existing profile of that name keeps its other fields, except for a program that gives its
 * key. Throws UsageError.
 */
export function withLogin(stored: StoredSettings, profile: Profile): StoredSettings {
  const known = objectOf(ownValue(stored.profiles, profile.name)) ?? {};
  const { credential_command: _, ...kept } = known;
  return withProfile(stored, { ...kept, ...profile });
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
  if (fields === undefined || typeof fields.base_url !== 'string') throw brokenProfile(name, 'base_url');
  const profile: Profile = { name, base_url: fields.base_url };
  for (const [field, isValid] of Object.entries(optionalFields)) {
    const stored = ownValue(fields, field) ?? undefined;
    if (stored === undefined) continue;
    if (!isValid(stored)) throw brokenProfile(name, field);
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

const kindWords = {
  text: 'text',
  command: 'a list of words that begins with a program',
  money: 'an amount in USD',
} as const satisfies Record<(typeof profileFields)[ProfileField], string>;

function brokenProfile(name: string, field: string): UsageError {
  const kind = Object.entries(profileFields).find(([name]) => name === field)?.[1] ?? 'text';
  return new UsageError({
    code: 'profile_broken',
    message: `the profile ${name} in config.json can't be used`,
    why: `its ${field} is not ${kindWords[kind]}`,
    hint: either(genctl`auth login --profile ${name}`, ', or remove it: ', genctl`auth logout ${name}`),
  });
}
