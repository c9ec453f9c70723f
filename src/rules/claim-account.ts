import { requestBase } from './base-url.ts';

/** Where the API key of an account comes from. */
export type KeySource = 'environment' | 'command' | 'stored' | 'sandbox';

/** Whose a claim of a key is, as it is written down: an account at an origin. Never holds the API key. */
export interface ClaimAccount {
  profile: string;
  base_url: string;
  /** Where the API key came from; absent in records of 0.1. */
  key_source?: KeySource | undefined;
  /** The fingerprint of origin and API key, as `VERSION-SECRET-DIGEST`; absent in records of 0.1. */
  account?: string | undefined;
}

/**
 * What a claim that stands is to whoever comes to its key. `rotated`: its profile's own key has changed since, so that the new
 * one is the same account's only if it sees that account's jobs. `untold`: nothing here can say.
 */
export type AccountRelation = 'same' | 'rotated' | 'other' | 'untold';

/** What an account is called that comes from variables or flags alone: a word for those, and no account's name. */
export const environmentProfileName = 'environment';

/**
 * Whether a claim belongs to the account that comes to its key. Fingerprints decide, where they were made with the same
 * secret; a profile's name counts only between keys that came from the profile itself, and a different origin is always
 * another account.
 */
export function accountRelation(
  standing: ClaimAccount,
  comer: ClaimAccount,
  { settled }: { settled: boolean },
): AccountRelation {
  if (originOf(standing.base_url) !== originOf(comer.base_url)) return 'other';
  if (standing.account === undefined) return relationOfOld(standing, comer, settled);
  if (standing.account === comer.account) return 'same';
  const isOfProfile = standing.profile === comer.profile && isOwn(standing) && isOwn(comer);
  if (isOfProfile) return 'rotated';
  return secretOf(standing.account) === secretOf(comer.account) ? 'other' : 'untold';
}

/** A record of 0.1 names a profile and not whose key was sent: `GENCTL_API_KEY` may have stood over it. */
function relationOfOld(standing: ClaimAccount, comer: ClaimAccount, settled: boolean): AccountRelation {
  // The embedded service's key can't be set.
  if (standing.profile === comer.profile && comer.key_source === 'sandbox') return 'same';
  if (standing.profile === environmentProfileName) return settled ? 'same' : 'untold';
  // What is settled is only answered with its job; what is open would be sent.
  return settled && isOwn(comer) && standing.profile === comer.profile ? 'same' : 'untold';
}

/** Whether the key belongs to the profile, so that its name says whose it is. */
function isOwn({ key_source }: ClaimAccount): boolean {
  return key_source !== undefined && key_source !== 'environment';
}

/** Which secret a fingerprint was made with: those of different secrets can't be compared. */
function secretOf(fingerprint: string | undefined): string | undefined {
  return fingerprint?.split('-')[1];
}

/** The origin that a key counts at: the same name at another one is another key. */
export function originOf(baseUrl: string): string {
  return new URL(requestBase(baseUrl)).origin;
}
