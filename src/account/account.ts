import { AuthError, UsageError } from '../errors/endings.ts';
import { either, genctl, type Hint, say } from '../errors/hint.ts';
import { isOnThisMachine, parseBaseUrl } from '../text/base-url.ts';
import { findProfile, ownProfileNames, type Profile, sandboxProfile } from './profiles.ts';
import { environmentProfileName, type KeySource } from './rules/claim-account.ts';
import type { StoredSettings } from './settings/settings.ts';

/** A service, and where its key comes from. */
export interface Account {
  /** Name of its profile; `environment` where variables or flags alone make the account. */
  profile: string;
  /** Checked; has no slash at its end. */
  baseUrl: string;
  /** True if the service is the embedded sandbox. */
  embedded: boolean;
  keySource: KeySource;
  /** The profile behind it. It may hold the key itself, so never print it. */
  stored: Profile | undefined;
}

/** The environment variables that can make an account; an empty one counts as unset. */
export interface AccountEnvironment {
  GENCTL_BASE_URL?: string | undefined;
  GENCTL_API_KEY?: string | undefined;
  GENCTL_PROFILE?: string | undefined;
}

export interface AccountFlags {
  profile?: string | undefined;
  sandbox?: boolean | undefined;
  baseUrl?: string | undefined;
}

export interface AccountSources {
  flags: AccountFlags;
  environment: AccountEnvironment;
  settings: StoredSettings;
}

/** The code of the error where there is no account at all. */
export const noAccountCode = 'no_account';

/** A base URL as a person wrote it, and where it was written. */
interface WrittenUrl {
  text: string;
  origin: string;
}

/**
 * The account that a command works with, by its flags, the environment and the profiles, in that order. A profile that the
 * command line names brings its own base URL and key, and the variables are ignored. The sandbox is used only where somebody
 * asked for it. Only a profile that the command line names may send its key to another service, because `--profile NAME
 * --base-url URL` asks for that in so many words.
 *
 * @throws UsageError for an unknown profile, a base URL that can't be used, a key without a base URL.
 * @throws AuthError where there is no account, one without a key, or one whose key belongs to another service.
 */
export function resolveAccount({ flags, environment, settings }: AccountSources): Account {
  const named = namedByFlags(flags);
  const flagUrl = written(flags.baseUrl, '--base-url');
  if (named !== undefined) {
    return ofProfile(findProfile(settings, named), { url: flagUrl, hasKey: false, isNamed: true });
  }
  const hasKey = (environment.GENCTL_API_KEY ?? '') !== '';
  const url = flagUrl ?? written(environment.GENCTL_BASE_URL, 'GENCTL_BASE_URL');
  const name =
    url !== undefined && hasKey ? undefined : environment.GENCTL_PROFILE || settings.default_profile;
  if (name) return ofProfile(findProfile(settings, name), { url, hasKey, isNamed: false });
  if (url === undefined) throw hasKey ? keyWithoutBaseUrl() : noAccount(settings);
  const { baseUrl, embedded } = checkedUrl(url);
  if (embedded) return { ...embeddedAccount(baseUrl), stored: sandboxProfile };
  if (!hasKey)
    throw noKey(`for ${baseUrl}`, say`set GENCTL_API_KEY, or: ${genctl`auth login --base-url ${baseUrl}`}`);
  return {
    profile: environmentProfileName,
    baseUrl,
    embedded: false,
    keySource: 'environment',
    stored: undefined,
  };
}

/** The profile that the command line names; undefined for none. Throws UsageError where it names two. */
export function namedByFlags({ profile, sandbox }: AccountFlags): string | undefined {
  if (sandbox !== true) return profile;
  if (profile === undefined || profile === sandboxProfile.name) return sandboxProfile.name;
  throw new UsageError({
    code: 'account_conflict',
    message: `--sandbox and --profile ${profile} can't be used together`,
    why: '--sandbox means --profile sandbox.',
    hint: 'leave one of them out',
  });
}

function ofProfile(
  profile: Profile,
  over: { url: WrittenUrl | undefined; hasKey: boolean; isNamed: boolean },
): Account {
  const own = { text: profile.base_url, origin: `the profile ${profile.name}` };
  const { baseUrl, embedded } = checkedUrl(over.url ?? own);
  const hasOwnKey = keySourceOf(profile) !== undefined;
  if (over.url !== undefined && !embedded && hasOwnKey && !over.isNamed)
    assertOwnPlace(profile, baseUrl, over.url.origin);
  // The embedded service has a key of its own, so any other key is ignored.
  if (embedded || profile.name === sandboxProfile.name) {
    return { ...embeddedAccount(baseUrl), embedded, stored: sandboxProfile };
  }
  const keySource = over.hasKey ? 'environment' : keySourceOf(profile);
  if (keySource === undefined) {
    const { name } = profile;
    throw noKey(`in the profile ${name}`, genctl`auth login --profile ${name} --base-url ${baseUrl}`);
  }
  return { profile: profile.name, baseUrl, embedded, keySource, stored: profile };
}

/** The source of a profile's own key; undefined where it has none. */
export function keySourceOf(profile: Profile): KeySource | undefined {
  if (profile.name === sandboxProfile.name) return 'sandbox';
  if (profile.credential_command !== undefined) return 'command';
  return profile.api_key === undefined ? undefined : 'stored';
}

function embeddedAccount(baseUrl: string): Omit<Account, 'stored'> {
  return { profile: sandboxProfile.name, baseUrl, embedded: true, keySource: 'sandbox' };
}

function written(text: string | undefined, origin: string): WrittenUrl | undefined {
  return text === undefined || text === '' ? undefined : { text, origin };
}

function checkedUrl({ text, origin }: WrittenUrl): { baseUrl: string; embedded: boolean } {
  const parsed = parseBaseUrl(text);
  if (parsed.ok) return { baseUrl: parsed.url, embedded: parsed.sandbox };
  // The text is not shown, because it may hold a password.
  throw new UsageError({
    code: 'base_url_invalid',
    message: `the base URL from ${origin} can't be used`,
    why: parsed.why,
    hint: origin.startsWith('the profile ')
      ? genctl`auth login --profile ${origin.slice('the profile '.length)}`
      : `give ${origin} an https URL`,
  });
}

function keyWithoutBaseUrl(): UsageError {
  return new UsageError({
    code: 'no_base_url',
    message: 'GENCTL_API_KEY is set, but the base URL is missing',
    why: 'Neither GENCTL_BASE_URL nor --base-url nor a profile gives one.',
    hint: say`set GENCTL_BASE_URL, or: ${genctl`auth login`}`,
  });
}

function noKey(where: string, hint: Hint): AuthError {
  return new AuthError({ code: 'no_key', message: `there is no key ${where}`, hint });
}

function noAccount(settings: StoredSettings): AuthError {
  const names = ownProfileNames(settings);
  return new AuthError({
    code: noAccountCode,
    message: names.length === 0 ? 'there is no account yet' : 'no account is chosen',
    why:
      names.length === 0
        ? 'No profile is stored, and GENCTL_BASE_URL and GENCTL_API_KEY are not set.'
        : `Stored: ${names.join(', ')}`,
    hint:
      names.length === 0
        ? say`to use a service: ${genctl`auth login`}; to try the sandbox, free: add --sandbox, or ${genctl`auth use sandbox`}`
        : either(genctl`auth use ${names.length === 1 ? names[0] : 'NAME'}`, ', or name one with --profile'),
  });
}

/** Tells whether two base URLs belong to one service, so that the key of one may be sent to the other. */
export function isSameService(one: string, other: string): boolean {
  if (one === other) return true;
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const { origin } = new URL(one);
  return origin !== 'null' && origin === new URL(other).origin;
}

/**
 * Refuses to send a profile's key to a service that is not the profile's. It is for profiles that nobody named on the command
 * line, so nobody said that the key may go there. The sandbox's key is no secret; it may go to a sandbox that is served on this
 * machine.
 *
 * @param origin where the base URL was written, such as `GENCTL_BASE_URL`.
 * @throws AuthError, with what to do instead.
 */
function assertOwnPlace(profile: Profile, baseUrl: string, origin: string): void {
  const isSandbox = profile.name === sandboxProfile.name;
  if (isSandbox ? isOnThisMachine(baseUrl) : isSameService(profile.base_url, baseUrl)) return;
  const { name } = profile;
  // Only the origin is shown: a URL that was written by hand may hold a password.
  const { origin: ownPlace } = new URL(URL.canParse(profile.base_url) ? profile.base_url : 'null:');
  throw new AuthError({
    code: 'key_of_another_service',
    message: `there is no key for ${baseUrl} (${origin})`,
    why: `genctl sends the key of ${name} only to ${ownPlace === 'null' ? 'its own service' : ownPlace}`,
    hint: say`set GENCTL_API_KEY to a key of that service, or: ${genctl`auth login --profile NAME --base-url ${baseUrl}`}${
      origin === 'GENCTL_BASE_URL' ? `; or, for ${name}: unset GENCTL_BASE_URL` : ''
    }`,
  });
}
