/** The key that an account sends. A key that a program printed may end; the program is asked for another one then. */
export interface AccountKey {
  /** The key to send now. */
  current(): string;
  /** The keys that were sent so far, the newest last. No output may show one of them. */
  all(): readonly string[];
  /** Notes that the service accepts a key. */
  accept(apiKey: string): void;
  /**
   * Replaces a key that the service refused (401). All requests that were refused with one key share a single run of the program.
   *
   * @param refusals how often in a row the request was refused, this time included. Others may be accepted with the same keys.
   * @throws AuthError if the program gives no key.
   */
  replace(refusedKey: string, refusals: number): Promise<KeyReplacement>;
}

/**
 * The result of a replacement. `replaced`: there is another key now. `repeated`: the program printed a key that was refused before.
 * `never accepted`: the service accepted none of the last keys, or none for this request. `fixed`: no program gives the key.
 */
export type KeyReplacement = 'replaced' | 'repeated' | 'never accepted' | 'fixed';

/** The code of the error of a key that is of another account than the one before it. */
export const otherAccountCode = 'key_of_another_account';

/** The key of an account that no program gives. */
export function fixedKey(apiKey: string): AccountKey {
  return { current: () => apiKey, all: () => [apiKey], accept() {}, replace: async () => 'fixed' };
}
