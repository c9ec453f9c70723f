import type { Clock } from '../../api/transport/clock.ts';

/** The keys that requests to a store are signed with. */
export interface StoreCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  /** When they end; undefined where they don't, or where nobody says so. Unit: ms since 1970. */
  expiresAtMs: number | undefined;
  /** The source of the credentials, for errors: `AWS_ACCESS_KEY_ID`, `credential_process of the profile film`. Never a key. */
  source: string;
}

export interface CredentialSource {
  /** Credentials that are good for some minutes more. Throws AuthError where there are none, CliError where they can't be fetched. */
  get(): Promise<StoreCredentials>;
  /** Other credentials than those that the store calls expired; undefined where there are none. Throws CliError. */
  renewed(expired: StoreCredentials): Promise<StoreCredentials | undefined>;
}

/** Credentials are fetched anew when they have less time than this. Unit: ms. */
const timeLeastMs = 5 * 60_000;

/** Asks a chain for credentials when they are first needed, and again before they expire. Callers at the same time share one look. */
export function createCredentialSource(
  look: () => Promise<StoreCredentials>,
  clock: Pick<Clock, 'nowMs'>,
): CredentialSource {
  let known: Promise<StoreCredentials> | undefined;
  let isLooking = false;
  function lookAgain(): Promise<StoreCredentials> {
    isLooking = true;
    const looked = look().finally(() => {
      isLooking = false;
    });
    known = looked;
    return looked;
  }
  async function get(): Promise<StoreCredentials> {
    if (known === undefined) return lookAgain();
    if (isLooking) return known;
    const credentials = await known.catch(() => undefined);
    if (credentials !== undefined && !isOld(credentials)) return credentials;
    return isLooking ? known : lookAgain();
  }
  const isOld = ({ expiresAtMs }: StoreCredentials): boolean =>
    expiresAtMs !== undefined && expiresAtMs - clock.nowMs() < timeLeastMs;
  return {
    get,
    async renewed(expired) {
      const current = await get();
      if (current.accessKeyId !== expired.accessKeyId || current.sessionToken !== expired.sessionToken)
        return current;
      const fresh = await (isLooking && known !== undefined ? known : lookAgain());
      const isSame = fresh.accessKeyId === expired.accessKeyId && fresh.sessionToken === expired.sessionToken;
      return isSame ? undefined : fresh;
    },
  };
}
