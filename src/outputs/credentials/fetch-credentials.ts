import { readBody, textOf } from '../../api/transport/answer-body.ts';
import { type Exchange, ExchangeError, type ExchangeRequest } from '../../api/transport/exchange.ts';
import { noAnswer, reachWords, reasonOf } from '../../api/trouble/trouble.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { outcomeOfStatus } from '../../service/retries/retry.ts';
import { isContainerHost, isLoopbackHost } from '../../text/base-url.ts';
import { objectOf } from '../../text/json-object.ts';
import { type AttemptMeans, untilAnswered } from '../attempts.ts';
import { elementAt, readXml, textAt } from '../rules/store-xml.ts';
import { checkedCredentials, noCredentials, type StoreCredentials } from './credentials.ts';

/** The means that carry the request for credentials. */
export interface CredentialWay extends AttemptMeans {
  exchange: Exchange;
}

const timeoutMs = 10_000;
const bytesMost = 256 * 1024;

/** Asks an endpoint for credentials, also where it is busy at first. Rejects with AuthError, which names the source; what was asked is not shown. */
function fetchCredentials(
  way: CredentialWay,
  request: Pick<ExchangeRequest, 'method' | 'url' | 'headers' | 'body'>,
  source: string,
): Promise<{ status: number; text: string }> {
  const of = { route: 'credentials', what: source } as const;
  return untilAnswered(way, of, async () => {
    try {
      const response = await way.exchange.send({ ...request, headersTimeoutMs: timeoutMs });
      const { broken, bytes } = await readBody(response, { clock: way.clock, timeoutMs, bytesMost });
      if (broken !== undefined) throw broken;
      const { status } = response;
      const outcome = outcomeOfStatus(status);
      if (outcome === 'other') return { answer: { status, text: textOf(bytes) } };
      const error = () => noCredentials(source, `it answered ${status}`);
      return { outcome, reason: `it answered ${status}`, error };
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const trouble = noAnswer(error);
      const why = `${request.url.host} can't be reached: ${reachWords(error.code).why} (${error.code})`;
      return { ...trouble, reason: reasonOf(trouble), error: () => noCredentials(source, why, error) };
    }
  });
}

/** Reads the token of a source, whose file is renewed. Throws AuthError. */
function readToken(read: () => string | undefined, source: string, what: string): string | undefined {
  try {
    return read()?.trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw noCredentials(source, `its ${what} can't be read: ${why}`, error);
  }
}

/** The endpoint that a container has for its credentials. */
interface ContainerEndpoint {
  url: string;
  /** Reads the text that is sent to it in `authorization`, each time anew, because its file is renewed. Throws the native error. */
  authorization(): string | undefined;
  source: string;
}

/** Asks the container's endpoint for credentials. Rejects with AuthError. */
export async function containerCredentials(
  { authorization, source, url }: ContainerEndpoint,
  way: CredentialWay,
): Promise<StoreCredentials> {
  if (!URL.canParse(url)) throw noCredentials(source, 'it is not a URL');
  const { hostname, protocol } = new URL(url);
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname) || isContainerHost(hostname);
  if (!isSafe) throw noCredentials(source, `it is http, and ${hostname} is not an address of the container`);
  const token = readToken(authorization, source, 'authorization token');
  if (token !== undefined && /[^\x20-\x7e]/u.test(token))
    throw noCredentials(source, 'its authorization token has a line break or a character that is not ASCII');
  const headers = { accept: 'application/json', ...(token === undefined ? {} : { authorization: token }) };
  const { status, text } = await fetchCredentials(way, { method: 'GET', url: new URL(url), headers }, source);
  if (status !== 200) throw noCredentials(source, `it answered ${status}`);
  return checkedCredentials(objectOf(tryReadJson(text)), source);
}

/** A role that is taken by a token of somebody else, such as a cluster's or a runner's. */
interface WebIdentity {
  roleArn: string;
  sessionName: string;
  /** Reads the token, which is renewed in its file. Throws the native error. */
  token(): string;
  /** The endpoint of the service that gives the credentials. */
  endpoint: string;
  source: string;
}

/** Takes a role by AssumeRoleWithWebIdentity, which needs no signature. Rejects with AuthError. */
export async function webIdentityCredentials(
  { endpoint, roleArn, sessionName, source, token }: WebIdentity,
  way: CredentialWay,
): Promise<StoreCredentials> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: readToken(token, source, 'token') ?? '',
  });
  const headers = { accept: 'application/xml', 'content-type': 'application/x-www-form-urlencoded' };
  const url = new URL(endpoint);
  const request = { method: 'POST', url, headers, body: Buffer.from(body.toString()) } as const;
  const { status, text } = await fetchCredentials(way, request, source);
  const xml = readXml(text);
  if (status !== 200)
    throw noCredentials(
      source,
      `${url.host} answered ${status} ${textAt(xml, 'Error', 'Code') ?? ''}`.trimEnd(),
    );
  const given = elementAt(xml, 'AssumeRoleWithWebIdentityResult', 'Credentials')?.children ?? [];
  return checkedCredentials(Object.fromEntries(given.map((one) => [one.name, one.text])), source);
}
