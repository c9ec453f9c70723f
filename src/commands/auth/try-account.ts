import type { Account } from '../../account/account.ts';
import type { Profile } from '../../account/profiles.ts';
import { ServiceRefusal } from '../../api/trouble/call-words.ts';
import { unverifiedCode } from '../../api/trouble/trouble.ts';
import { listModels } from '../../api/ways/models.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UnreachableError, UsageError } from '../../errors/endings.ts';
import { outcomeOfStatus } from '../../service/retries/retry.ts';
import { type BaseUrl, beforeVersion, parseBaseUrl } from '../../text/base-url.ts';
import { shellLine } from '../../text/shell-quote.ts';

/** An account that was tried. */
interface TriedAccount {
  /** The base URL at which its service is. */
  base_url: string;
  /** The number of its models; undefined if the service is there but can't answer now. */
  models: number | undefined;
}

/**
 * Tries an account by asking for its models. A base URL with a version in its path is tried as it was typed, and then without the version:
 * the client appends that.
 *
 * @throws AuthError for a key that is refused; UsageError or UnreachableError where no service answers at the base URL.
 */
export async function tryAccount(context: CommandContext, profile: Profile): Promise<TriedAccount> {
  const { base_url } = profile;
  const meant = beforeVersion(base_url);
  try {
    return { base_url, models: await countModels(context, profile) };
  } catch (error) {
    if (!(error instanceof CliError) || meant === undefined) throw error;
    return withoutVersion(context, { ...profile, base_url: meant }, error);
  }
}

/** Tries the base URL without its version. Where no service answers there either, `error` says so of the one that was typed. */
async function withoutVersion(
  context: CommandContext,
  profile: Profile,
  error: CliError,
): Promise<TriedAccount> {
  try {
    return { base_url: profile.base_url, models: await countModels(context, profile) };
  } catch (cause) {
    // A service that refuses the key is there.
    throw cause instanceof CliError && cause.exit !== 'unauthorized' ? error : cause;
  }
}

/** The number of models; undefined, with a warning, if the service is there but can't answer now, which proves nothing. */
async function countModels(context: CommandContext, profile: Profile): Promise<number | undefined> {
  try {
    return (await listModels(await context.api(accountOf(profile)))).length;
  } catch (error) {
    if (!(error instanceof CliError) || error.exit === 'unauthorized') throw error;
    if (!isServiceBusy(error)) throw noServiceThere(profile, error);
    context.listen({ kind: 'warning', message: `the key could not be tried: ${error.message}` });
    return undefined;
  }
}

/**
 * Checks the base URL that was typed.
 *
 * @throws UsageError for one that can't be used, with the one that was probably meant.
 */
export function typedBaseUrl(text: string, name: string): string {
  const parsed = parseBaseUrl(text);
  if (parsed.ok && !parsed.sandbox) return parsed.url;
  const meant = parsed.ok ? undefined : withHttps(text);
  throw new UsageError({
    code: 'base_url_invalid',
    message: "the base URL can't be used",
    why: parsed.ok ? 'the embedded service needs no login: it is the profile sandbox' : parsed.why,
    hint: loginAt(name, meant?.ok === true ? (beforeVersion(meant.url) ?? meant.url) : 'URL'),
  });
}

/** Reads a typed http URL, or a host alone, as https; undefined for any other URL. */
function withHttps(text: string): BaseUrl | undefined {
  const rest = text.trim().replace(/^http:\/\//i, '');
  return /^[a-z][a-z0-9+.-]*:[\\/]/i.test(rest) ? undefined : parseBaseUrl(`https://${rest}`);
}

/** Network Authentication Required: whoever sends it is not the service. @see RFC 6585 §6 */
const networkLoginStatus = 511;

/** Tells whether a service says in its own words that it can't answer now. A page or a missing answer does not prove that it is there. */
function isServiceBusy({ cause, exit, status }: CliError): boolean {
  if (!(cause instanceof ServiceRefusal) || !cause.isOfService || status === networkLoginStatus) return false;
  const outcome = outcomeOfStatus(cause.status);
  const isOverloaded = outcome === 'server-error' || outcome === 'unavailable';
  return exit === 'rateLimited' || exit === 'outOfBalance' || (exit === 'unreachable' && isOverloaded);
}

function noServiceThere({ base_url, name }: Profile, cause: CliError): UsageError | UnreachableError {
  const parts = {
    code: 'no_service',
    message: `no service answers at ${base_url}; nothing was saved`,
    why: cause.why ?? cause.message,
    status: cause.status,
    cause,
  };
  if (cause.exit !== 'unreachable' && cause.exit !== 'rateLimited')
    return new UsageError({ ...parts, hint: otherUrlHint(base_url, name) });
  const { code, status = 0 } = cause;
  // Either something in between has answered, or the service does not accept the key.
  if (code === unverifiedCode && (status === 401 || status === 403))
    return new UnreachableError({
      ...parts,
      message: `${cause.message}; nothing was saved`,
      hint: `check the key, the base URL and the network, then: ${loginAt(name, base_url)}`,
    });
  // `doctor` looks at accounts that are saved.
  const check =
    status === networkLoginStatus
      ? 'log in to the network in a browser'
      : 'check the base URL and the network';
  const isElsewhere = cause.status !== undefined && outcomeOfStatus(status) === 'other';
  const hint = isElsewhere ? otherUrlHint(base_url, name) : `${check}, then: ${loginAt(name, base_url)}`;
  return new UnreachableError({ ...parts, hint });
}

/** The hint where something answers at a base URL, and it is not the service. */
function otherUrlHint(baseUrl: string, name: string): string {
  const meant = beforeVersion(baseUrl);
  return meant === undefined
    ? `get the base URL from the service, then: ${loginAt(name, 'URL')}`
    : loginAt(name, meant);
}

/** The account of a profile with a stored key. */
export function accountOf(stored: Profile): Account {
  const { name: profile, base_url: baseUrl } = stored;
  return { profile, baseUrl, embedded: false, keySource: 'stored', stored };
}

function loginAt(name: string, baseUrl: string): string {
  return shellLine(['genctl', 'auth', 'login', '--profile', name, '--base-url', baseUrl]);
}
