import { readBody, textOf } from '../../api/transport/answer-body.ts';
import { type Exchange, ExchangeError, type ExchangeRequest } from '../../api/transport/exchange.ts';
import { reachWords } from '../../api/trouble/reach-words.ts';
import { noAnswer, reasonOf } from '../../api/trouble/trouble.ts';
import type { Environment } from '../../cli/surroundings.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { outcomeOfStatus } from '../../service/retries/retry.ts';
import { isContainerHost, isLoopbackHost } from '../../text/base-url.ts';
import { objectOf } from '../../text/json-object.ts';
import { type AttemptMeans, untilAnswered } from '../attempts.ts';
import { elementAt, readXml, textAt } from '../rules/store-xml.ts';
import { checkedCredentials, noCredentials, type StoreCredentials } from './credentials.ts';

/** The means of the search for credentials. */
export interface CredentialPorts extends AttemptMeans {
  exchange: Exchange;
  environment: Environment;
  region: string;
}

/** Settings that may have credentials, by their names in the shared files, and the names of what they have. */
export interface CredentialSettings {
  values: Readonly<Partial<Record<string, string>>>;
  keys: string;
  role: string;
}

/** Credentials of a place; undefined where it is not set up. */
export type Found = Promise<StoreCredentials> | StoreCredentials | undefined;

const timeoutMs = 10_000;
const bytesMost = 256 * 1024;

/** Asks an endpoint for credentials, also where it is busy at first. Rejects with AuthError, which names the source; what was asked is not shown. */
function fetchCredentials(
  way: CredentialPorts,
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
      const why = `${request.url.host} can't be reached: ${reachWords(error).why} (${error.code})`;
      return { ...trouble, reason: reasonOf(trouble), error: () => noCredentials(source, why, error) };
    }
  });
}

const tokenLimits = { bytesMost: 256 * 1024, what: 'token' };

/** Reads the token of a source anew, because its file is renewed. Throws AuthError. */
function readToken(file: string, source: string, what: string): string {
  try {
    return readWholeText(file, tokenLimits).trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw noCredentials(source, `its ${what} can't be read: ${why}`, error);
  }
}

/** The host that answers for ECS. */
const relativeHost = 'http://169.254.170.2';

/** Asks the endpoint that a container has for its credentials. Throws AuthError. */
export function containerCredentials(ports: CredentialPorts): Found {
  const variables = ports.environment;
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative } = variables;
  const link = relative ? `${relativeHost}${relative}` : variables.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  if (!link) return undefined;
  const source = `AWS_CONTAINER_CREDENTIALS_${relative ? 'RELATIVE' : 'FULL'}_URI`;
  if (!URL.canParse(link)) throw noCredentials(source, 'it is not a URL');
  const url = new URL(link);
  const { hostname, protocol } = url;
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname) || isContainerHost(hostname);
  if (!isSafe) throw noCredentials(source, `it is http, and ${hostname} is not an address of the container`);
  const file = variables.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const given = variables.AWS_CONTAINER_AUTHORIZATION_TOKEN?.trim();
  const authorization = file ? readToken(file, source, 'authorization token') : given;
  if (/[^\x20-\x7e]/u.test(authorization ?? ''))
    throw noCredentials(source, 'its authorization token has a line break or a character that is not ASCII');
  const headers = { accept: 'application/json', ...(authorization ? { authorization } : {}) };
  return fetchCredentials(ports, { method: 'GET', url, headers }, source).then(({ status, text }) => {
    if (status !== 200) throw noCredentials(source, `it answered ${status}`);
    return checkedCredentials(objectOf(tryReadJson(text)), source);
  });
}

/** Takes a role by a token of somebody else, such as a cluster's or a runner's, which needs no signature. Throws AuthError. */
export function roleCredentials({ role: source, values }: CredentialSettings, ports: CredentialPorts): Found {
  const { role_arn: roleArn, role_session_name: name, web_identity_token_file: file } = values;
  if (roleArn === undefined || file === undefined) return undefined;
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: name ?? `genctl-${Math.trunc(ports.clock.nowMs())}`,
    WebIdentityToken: readToken(file, source, 'token'),
  });
  const headers = { accept: 'application/xml', 'content-type': 'application/x-www-form-urlencoded' };
  const url = new URL(ports.environment.AWS_ENDPOINT_URL_STS || `https://sts.${ports.region}.amazonaws.com/`);
  const request = { method: 'POST', url, headers, body: Buffer.from(body.toString()) } as const;
  return fetchCredentials(ports, request, source).then(({ status, text }) => {
    const xml = readXml(text);
    if (status !== 200)
      throw noCredentials(
        source,
        `${url.host} answered ${status} ${textAt(xml, 'Error', 'Code') ?? ''}`.trimEnd(),
      );
    const given = elementAt(xml, 'AssumeRoleWithWebIdentityResult', 'Credentials')?.children ?? [];
    return checkedCredentials(Object.fromEntries(given.map((one) => [one.name, one.text])), source);
  });
}
