import { readBody, textOf } from '../../api/transport/answer-body.ts';
import type { Clock } from '../../api/transport/clock.ts';
import { type Exchange, ExchangeError, type ExchangeRequest } from '../../api/transport/exchange.ts';
import { reachWords } from '../../api/trouble/trouble.ts';
import { isContainerHost, isLoopbackHost } from '../../text/base-url.ts';
import { readXml, textAt, type XmlElement } from '../rules/store-xml.ts';
import {
  checkedCredentials,
  credentialsOfJson,
  noCredentials,
  type StoreCredentials,
} from './credentials.ts';

/** The means that carry the request for credentials. */
export interface CredentialWay {
  exchange: Exchange;
  clock: Clock;
}

/** An endpoint that is busy is asked again so often, after such pauses. Unit: ms. */
const pausesMs = [200, 800];
const timeoutMs = 10_000;
const bytesMost = 256 * 1024;

/** Asks an endpoint for credentials. Rejects with AuthError, which names the source; what was asked is not shown. */
async function fetchCredentials(
  { clock, exchange }: CredentialWay,
  request: Pick<ExchangeRequest, 'method' | 'url' | 'headers' | 'body'>,
  source: string,
): Promise<{ status: number; text: string }> {
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = pausesMs[attempt];
    try {
      const response = await exchange.send({ ...request, headersTimeoutMs: timeoutMs });
      const { broken, bytes } = await readBody(response, { clock, timeoutMs, bytesMost });
      if (broken !== undefined) throw broken;
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || pauseMs === undefined) return { status: response.status, text: textOf(bytes) };
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const { why } = reachWords(error.code);
      if (pauseMs === undefined)
        throw noCredentials(source, `${request.url.host} can't be reached: ${why} (${error.code})`, error);
    }
    await clock.sleep(pauseMs);
  }
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
export interface ContainerEndpoint {
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
  return credentialsOfJson(text, source);
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
  const request = {
    method: 'POST' as const,
    url: new URL(endpoint),
    headers,
    body: Buffer.from(body.toString()),
  };
  const { status, text } = await fetchCredentials(way, request, source);
  const xml = readXml(text);
  if (status !== 200)
    throw noCredentials(source, `${new URL(endpoint).host} answered ${status}${codeOf(xml)}`);
  const at = (name: string): string | undefined =>
    textAt(xml, 'AssumeRoleWithWebIdentityResult', 'Credentials', name);
  return checkedCredentials(
    {
      accessKeyId: at('AccessKeyId'),
      secretAccessKey: at('SecretAccessKey'),
      sessionToken: at('SessionToken'),
      expiration: at('Expiration'),
    },
    source,
  );
}

function codeOf(xml: XmlElement | undefined): string {
  const code = textAt(xml, 'Error', 'Code');
  return code === undefined ? '' : ` ${code}`;
}
