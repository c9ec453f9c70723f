import { genctl, type Hint, type Line } from '../errors/hint.ts';
import { beforeVersion } from '../text/base-url.ts';
import type { Account, AccountSources } from './account.ts';

/** The places where a base URL may be written. */
type UrlSources = Pick<AccountSources, 'environment' | 'flags'>;

/**
 * The mend of an account whose base URL has a version in its path, such as `/v2`, which the client appends: where it is written, and what
 * it was likely meant to be. Undefined for any other base URL.
 */
export function baseUrlMend(account: Account, { environment, flags }: UrlSources): Hint | undefined {
  const { baseUrl, embedded, stored } = account;
  const meant = embedded ? undefined : beforeVersion(baseUrl);
  if (meant === undefined) return undefined;
  if (flags.baseUrl !== undefined && flags.baseUrl !== '') return `give --base-url ${meant} instead`;
  return stored === undefined || isOfVariable(account, environment)
    ? `set GENCTL_BASE_URL to ${meant}`
    : loginAt(stored.name, meant);
}

/** A profile that the command line names brings its own base URL, whatever the variable says. */
function isOfVariable({ baseUrl, stored }: Account, environment: UrlSources['environment']): boolean {
  return Boolean(environment.GENCTL_BASE_URL) && stored?.base_url.replace(/\/+$/, '') !== baseUrl;
}

function loginAt(profile: string, baseUrl: string): Line {
  return genctl`auth login --profile ${profile} --base-url ${baseUrl}`;
}
