import { CliError } from '../../errors/cli-error.ts';
import { AuthError, UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { ownValue } from '../../text/json-object.ts';
import { type Account, type AccountSources, isSameService, keySourceOf, resolveAccount } from '../account.ts';
import { findProfile, sandboxProfile } from '../profiles.ts';
import { environmentProfileName } from '../rules/claim-account.ts';

/** The profile and the service that a job belongs to, by its record in the ledger. */
export interface PinnedPlace {
  profile: string;
  base_url: string;
}

/**
 * The accounts that may own a job of the ledger, the likeliest first; at least one. The job stays at the base URL of its
 * record, whatever the settings and variables say now. Only a key that belongs there is sent there: the key of the same
 * profile, or of another account at the same origin. Only `--base-url` moves the job; to another origin only with a key that
 * may go there.
 *
 * @throws AuthError where no key for that place is left; UsageError where flags name an account at another place.
 */
export function pinnedAccounts(pinned: PinnedPlace, sources: AccountSources): Account[] {
  const { flags } = sources;
  if (flags.baseUrl !== undefined && flags.baseUrl !== '') return [movedAccount(pinned, sources)];
  if (flags.profile !== undefined || flags.sandbox === true) {
    const account = resolveAccount(sources);
    if (isSameService(account.baseUrl, pinned.base_url)) return [{ ...account, baseUrl: pinned.base_url }];
    throw otherPlace(pinned, account);
  }
  if (pinned.profile === sandboxProfile.name) {
    const embedded = pinned.base_url === sandboxProfile.base_url;
    const { name: profile } = sandboxProfile;
    return [{ profile, baseUrl: pinned.base_url, embedded, keySource: 'sandbox', stored: sandboxProfile }];
  }
  const accounts = keyHolders(pinned, sources);
  if (accounts.length === 0) throw noKeyLeft(pinned);
  return accounts.map((account) => ({ ...account, baseUrl: pinned.base_url }));
}

/**
 * The account for a job that `--base-url` moves: the one that is named beside the flag, or else the job's own where its key may
 * go there.
 */
function movedAccount(pinned: PinnedPlace, sources: AccountSources): Account {
  const { environment, flags } = sources;
  const own = storedName(pinned, sources);
  if (flags.profile !== undefined || flags.sandbox === true || own === undefined)
    return resolveAccount(sources);
  const isOwnPlace = isSameService(findProfile(sources.settings, own).base_url, flags.baseUrl ?? '');
  const apiKey = isOwnPlace ? undefined : environment.GENCTL_API_KEY;
  return resolveAccount({
    ...sources,
    environment: { ...environment, GENCTL_API_KEY: apiKey, GENCTL_PROFILE: own },
  });
}

/** The accounts that have a key for the job's place, the likeliest first. */
function keyHolders(pinned: PinnedPlace, sources: AccountSources): Account[] {
  const usual = usualAccount(sources);
  const usualThere = usual !== undefined && isSameService(usual.baseUrl, pinned.base_url) ? [usual] : [];
  const own = ownAccount(pinned, sources);
  const ofProfile = own === undefined ? [] : [own];
  const found =
    usual?.profile === pinned.profile ? [...usualThere, ...ofProfile] : [...ofProfile, ...usualThere];
  if (found.length > 0) return found;
  // The job was submitted with --base-url and a key from the environment, and no other URL goes with that key now.
  const { GENCTL_API_KEY, GENCTL_BASE_URL } = sources.environment;
  const isUnpaired = usual === undefined && (GENCTL_API_KEY ?? '') !== '' && (GENCTL_BASE_URL ?? '') === '';
  if (pinned.profile !== environmentProfileName || !isUnpaired) return [];
  const { base_url: baseUrl, profile } = pinned;
  return [{ profile, baseUrl, embedded: false, keySource: 'environment', stored: undefined }];
}

/** The profile that the job was submitted with, if it is still at that place. */
function ownAccount(pinned: PinnedPlace, sources: AccountSources): Account | undefined {
  const name = storedName(pinned, sources);
  if (name === undefined) return undefined;
  const stored = findProfile(sources.settings, name);
  const keySource = keySourceOf(stored);
  if (keySource === undefined || !isSameService(stored.base_url, pinned.base_url)) return undefined;
  return { profile: name, baseUrl: pinned.base_url, embedded: false, keySource, stored };
}

function storedName(pinned: PinnedPlace, { settings }: AccountSources): string | undefined {
  const isStored =
    pinned.profile === sandboxProfile.name || ownValue(settings.profiles, pinned.profile) !== undefined;
  return isStored ? pinned.profile : undefined;
}

/** The account of a command that names none; undefined where no account can be used. */
function usualAccount(sources: AccountSources): Account | undefined {
  try {
    return resolveAccount({ ...sources, flags: {} });
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

function otherPlace(pinned: PinnedPlace, account: Account): UsageError {
  return new UsageError({
    code: 'job_elsewhere',
    message: `this job belongs to ${pinned.base_url}, not to the profile ${account.profile}`,
    why: `it was submitted with the profile ${pinned.profile}; ${account.profile} is at ${account.baseUrl}`,
    hint: 'leave --profile and --sandbox out: the ledger knows the account of each job',
  });
}

function noKeyLeft(pinned: PinnedPlace): AuthError {
  const isOfVariables = pinned.profile === environmentProfileName;
  return new AuthError({
    code: 'no_key',
    message: `there is no key for ${pinned.base_url}, where this job belongs`,
    why: isOfVariables
      ? 'it was submitted with GENCTL_API_KEY, which is not set now, or goes with another base URL'
      : `it was submitted with the profile ${pinned.profile}, which is gone or is at another base URL`,
    hint: isOfVariables
      ? `set GENCTL_BASE_URL=${pinned.base_url} and GENCTL_API_KEY`
      : genctl`auth login --profile ${pinned.profile} --base-url ${pinned.base_url}`,
  });
}
