import type { Clock } from '../../api/transport/clock.ts';
import { AuthError } from '../../errors/endings.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf, ownText } from '../../text/json-object.ts';

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

export type CredentialSource = ReturnType<typeof createCredentialSource>;

/** Credentials are fetched anew when they have less time than this. Unit: ms. */
const timeLeastMs = 5 * 60_000;

/** Asks a chain for credentials when they are first needed, and again before they expire. Callers at the same time share one look. */
export function createCredentialSource(look: () => Promise<StoreCredentials>, clock: Pick<Clock, 'nowMs'>) {
  let known: StoreCredentials | undefined;
  let looking: Promise<StoreCredentials> | undefined;
  async function lookAgain(): Promise<StoreCredentials> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    known = await looking;
    return known;
  }
  const get = async (): Promise<StoreCredentials> =>
    looking === undefined && known !== undefined && !isOld(known) ? known : lookAgain();
  const isOld = ({ expiresAtMs }: StoreCredentials): boolean =>
    expiresAtMs !== undefined && expiresAtMs - clock.nowMs() < timeLeastMs;
  const isSame = (one: StoreCredentials, other: StoreCredentials): boolean =>
    one.accessKeyId === other.accessKeyId && one.sessionToken === other.sessionToken;
  return {
    /** Credentials that are good for some minutes more. Throws AuthError where there are none, CliError where they can't be fetched. */
    get,
    /** Other credentials than those that the store calls expired; undefined where there are none. Throws CliError. */
    async renewed(expired: StoreCredentials): Promise<StoreCredentials | undefined> {
      const current = await get();
      if (!isSame(current, expired)) return current;
      const fresh = await lookAgain();
      return isSame(fresh, expired) ? undefined : fresh;
    },
  };
}

/** The parts of credentials as somebody gave them. */
interface GivenCredentials {
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
  /** ISO 8601. */
  expiration: string | undefined;
}

/** Checks credentials that came from a source. Throws AuthError, which shows none of them. */
export function checkedCredentials(given: GivenCredentials, source: string): StoreCredentials {
  const { accessKeyId = '', expiration, secretAccessKey = '', sessionToken } = given;
  const parts = {
    'the key id': accessKeyId,
    'the secret key': secretAccessKey,
    'the session token': sessionToken,
  };
  for (const [name, part] of Object.entries(parts)) {
    if (part === '') throw noCredentials(source, `${name} is empty or missing`);
    if (part !== undefined && /[^\x21-\x7e]/u.test(part))
      throw noCredentials(source, `${name} has a space, a line break or a character that is not ASCII`);
  }
  const expiresAtMs = expiration === undefined ? undefined : Date.parse(expiration);
  if (Number.isNaN(expiresAtMs)) throw noCredentials(source, 'their expiry time is not a valid time');
  return { accessKeyId, secretAccessKey, sessionToken, expiresAtMs, source };
}

/** Reads the JSON that a program or an endpoint gave. Throws AuthError. */
export function credentialsOfJson(text: string, source: string): StoreCredentials {
  const fields = objectOf(tryReadJson(text));
  if (fields === undefined) throw noCredentials(source, 'its answer is not JSON');
  return checkedCredentials(
    {
      accessKeyId: ownText(fields, 'AccessKeyId'),
      secretAccessKey: ownText(fields, 'SecretAccessKey'),
      sessionToken: ownText(fields, 'SessionToken') ?? ownText(fields, 'Token'),
      expiration: ownText(fields, 'Expiration'),
    },
    source,
  );
}

/** The error for a source that gives no credentials. */
export function noCredentials(source: string, why: string, cause?: unknown): AuthError {
  return new AuthError({
    code: 'store_credentials_unusable',
    message: `${source} gives no credentials for the object store`,
    why: `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
    hint: 'fix that, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    cause,
  });
}
