import { requestBase } from '../../text/base-url.ts';

/** The source of the API key of an account. */
export type KeySource = 'environment' | 'command' | 'stored' | 'sandbox';

/** The account that claimed an idempotency key, as a record on disk names it. It never holds the API key. */
export interface ClaimAccount {
  profile: string;
  base_url: string;
  /** The source of the API key; absent until an account claims it. */
  key_source?: KeySource | undefined;
  /** The fingerprint of origin and API key, as `VERSION-SECRET-DIGEST`; absent until an account claims it. */
  account?: string | undefined;
}

/**
 * How the account of a recorded claim relates to the current one. `rotated`: the API key of the profile has changed since the
 * claim. The two are one account only if the new key can see the old one's jobs. `untold`: the record does not tell.
 */
export type AccountRelation = 'same' | 'rotated' | 'other' | 'untold';

/** Stands in for the profile's name where variables or flags alone give the account: two such accounts may well differ. */
export const environmentProfileName = 'environment';

/**
 * The relation of a recorded claim to the current account. Another origin is always another account. Fingerprints decide
 * where both were made with the same secret. A profile's name counts only where both API keys are the profile's own.
 */
export function accountRelation(recorded: ClaimAccount, current: ClaimAccount): AccountRelation {
  return originOf(recorded.base_url) === originOf(current.base_url)
    ? keyRelation(recorded, current)
    : 'other';
}

/** The part of a claim that tells whose API key it was made with. */
export type KeyClaim = Omit<ClaimAccount, 'base_url'>;

/** The relation of accounts of one origin, by their API keys. */
export function keyRelation(recorded: KeyClaim, current: KeyClaim): AccountRelation {
  if (recorded.account === undefined) return 'untold';
  if (recorded.account === current.account) return 'same';
  const isOfProfile = recorded.profile === current.profile && isOwn(recorded) && isOwn(current);
  if (isOfProfile) return 'rotated';
  return secretOf(recorded.account) === secretOf(current.account) ? 'other' : 'untold';
}

/** Tells whether the API key is the profile's own, so that the profile's name is enough to know the account by. */
function isOwn({ key_source }: KeyClaim): boolean {
  return key_source !== undefined && key_source !== 'environment';
}

/** The profile that a claim's key is of, and the name of the home's secret; empty if the profile's name says nothing of the account. */
export function profileOfClaim(claim: ClaimAccount): { profile?: string; home?: string } {
  const home = secretOf(claim.account);
  return isOwn(claim) && home !== undefined ? { profile: claim.profile, home } : {};
}

/** The secret that a fingerprint was made with. Fingerprints of different secrets can't be compared. */
function secretOf(fingerprint: string | undefined): string | undefined {
  return fingerprint?.split('-')[1];
}

/** The origin at which an idempotency key counts: the same key at another origin is another key. */
export function originOf(baseUrl: string): string {
  return new URL(requestBase(baseUrl)).origin;
}
