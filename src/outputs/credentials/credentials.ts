import type { Clock } from '../../api/transport/clock.ts';
import { AuthError } from '../../errors/endings.ts';
import { ownText } from '../../text/json-object.ts';

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

/** The fields of credentials, as AWS calls them wherever it gives some. */
export type GivenCredentials = Readonly<
  Partial<Record<'AccessKeyId' | 'SecretAccessKey' | 'SessionToken' | 'Token' | 'Expiration', unknown>>
>;

/** Checks credentials that came from a source; undefined is what is no JSON. Throws AuthError, which shows none of them. */
export function checkedCredentials(given: GivenCredentials | undefined, source: string): StoreCredentials {
  if (given === undefined) throw noCredentials(source, 'its answer is not JSON');
  const textOf = (name: keyof GivenCredentials) => ownText(given, name) || undefined;
  const [accessKeyId = '', secretAccessKey = ''] = [textOf('AccessKeyId'), textOf('SecretAccessKey')];
  const sessionToken = textOf('SessionToken') ?? textOf('Token');
  const parts = { 'key id': accessKeyId, 'secret key': secretAccessKey, 'session token': sessionToken };
  for (const [name, part] of Object.entries(parts)) {
    if (part === '') throw noCredentials(source, `the ${name} is empty or missing`);
    if (part !== undefined && /[^\x21-\x7e]/u.test(part))
      throw noCredentials(source, `the ${name} has a space, a line break or a character that is not ASCII`);
  }
  const expiration = textOf('Expiration');
  const expiresAtMs = expiration === undefined ? undefined : Date.parse(expiration);
  if (Number.isNaN(expiresAtMs)) throw noCredentials(source, 'their expiry time is not a valid time');
  return { accessKeyId, secretAccessKey, sessionToken, expiresAtMs, source };
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
