import { requestBase } from '../base-url.ts';

/** Where the API key of an account comes from. */
export type KeySource = 'environment' | 'command' | 'stored' | 'sandbox';

/** The account that claimed an idempotency key, as a record on disk names it. It never holds the API key. */
export interface ClaimAccount {
  profile: string;
  base_url: string;
  /** Where the API key came from; absent in records of 0.1. */
  key_source?: KeySource | undefined;
  /** The fingerprint of origin and API key, as `VERSION-SECRET-DIGEST`; absent in records of 0.1. */
  account?: string | undefined;
}

/**
 * How the account of a recorded claim relates to the current one. `rotated`: the API key of the profile has changed since the
 * claim, so the two are one account only if the new key can see the old one's jobs. `untold`: the record does not tell.
 */
export type AccountRelation = 'same' | 'rotated' | 'other' | 'untold';

/** Stands in for the profile's name where variables or flags alone give the account: two such accounts may well differ. */
export const environmentProfileName = 'environment';

/**
 * Whether a recorded claim belongs to the current account. Another origin is always another account. Fingerprints decide
 * where both were made with the same secret. A profile's name counts only where both API keys are the profile's own.
 */
export function accountRelation(
  recorded: ClaimAccount,
  current: ClaimAccount,
  { settled }: { settled: boolean },
): AccountRelation {
  if (originOf(recorded.base_url) !== originOf(current.base_url)) return 'other';
  if (recorded.account === undefined) return relationOfOld(recorded, current, settled);
  if (recorded.account === current.account) return 'same';
  const isOfProfile = recorded.profile === current.profile && isOwn(recorded) && isOwn(current);
  if (isOfProfile) return 'rotated';
  return secretOf(recorded.account) === secretOf(current.account) ? 'other' : 'untold';
}

/** A record of 0.1 names the profile but not the source of the key: `GENCTL_API_KEY` may have replaced the profile's own. */
function relationOfOld(recorded: ClaimAccount, current: ClaimAccount, settled: boolean): AccountRelation {
  // The embedded sandbox always uses the same API key, which can't be set.
  if (recorded.profile === current.profile && current.key_source === 'sandbox') return 'same';
  if (recorded.profile === environmentProfileName) return settled ? 'same' : 'untold';
  // A settled claim is only answered with its job. An open one would be sent again, so a matching name is not proof enough.
  return settled && isOwn(current) && recorded.profile === current.profile ? 'same' : 'untold';
}

/** Whether the API key is the profile's own, so that the profile's name tells the account. */
function isOwn({ key_source }: ClaimAccount): boolean {
  return key_source !== undefined && key_source !== 'environment';
}

/** The secret that a fingerprint was made with. Fingerprints of different secrets can't be compared. */
function secretOf(fingerprint: string | undefined): string | undefined {
  return fingerprint?.split('-')[1];
}

/** The origin at which an idempotency key counts: the same key at another origin is another key. */
export function originOf(baseUrl: string): string {
  return new URL(requestBase(baseUrl)).origin;
}
